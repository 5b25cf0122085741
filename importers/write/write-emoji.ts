import { ApiError } from "../../src/declare/error.ts";
import { EmojiCreated } from "../../src/domains/emojis/index.ts";
import { importFile } from "../../src/domains/files/index.ts";
import {
  type EmojiRow,
  emojiView,
  findEmoji,
  insertEmoji,
  lockServer,
} from "../../src/domains/members/index.ts";
import type { ImportContext, ImportedContent } from "./import-context.ts";

interface ImportedEmoji extends Pick<EmojiRow, "id" | "creator_id" | "name" | "nsfw"> {
  /** The id of an emoji is that of its file. */
  readonly image: Omit<ImportedContent, "id">;
}

/** Creates an emoji, if it does not exist. Returns whether it exists now. */
export async function writeEmoji(
  { id, name, creator_id, nsfw, image }: ImportedEmoji,
  server_id: string,
  context: ImportContext,
): Promise<boolean> {
  if (await context.read((db) => findEmoji(db, id))) return true;
  try {
    const use = { use: "Emoji", by: id, uploader: creator_id } as const;
    const file = await importFile({ ...image, id, ...use }, context);
    const animated = file.content_type === "image/gif" ? 1 : 0;
    const row = { id, server_id, creator_id, name: emojiName(name), animated, nsfw };
    await context.write(async (tx) => {
      await lockServer(tx, server_id);
      await insertEmoji(tx, row);
      tx.emit(EmojiCreated, emojiView(row), { server: server_id });
    });
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    context.problems.add({ problem: "The emoji is no image that can be shown", where: name });
    return false;
  }
}

function emojiName(text: string): string {
  const plain = text.toLowerCase().replaceAll(/[^a-z0-9_]+/g, "_");
  return plain.slice(0, 32) || "emoji";
}
