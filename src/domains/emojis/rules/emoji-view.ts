import type { Emoji } from "../../servers/index.ts";
import type { EmojiRow } from "../tables.ts";

/** An emoji, as clients see it. */
export function emojiView(row: EmojiRow): Emoji {
  return {
    _id: row.id,
    parent: row.server_id === null ? { type: "Detached" } : { type: "Server", id: row.server_id },
    creator_id: row.creator_id,
    name: row.name,
    ...(row.animated === 1 && { animated: true }),
    ...(row.nsfw === 1 && { nsfw: true }),
  };
}
