import type { Fail } from "../../../declare/error.ts";
import type { Reader } from "../../../declare/tx.ts";
import { permission } from "../../../permissions/bits.ts";
import { includes } from "../../../permissions/bitset.ts";
import type { ChannelAccess } from "../../channels/index.ts";
import { findEmoji } from "../../members/index.ts";
import { customEmojiIn } from "../rules/emoji.ts";

/**
 * Checks that an author may use the custom emoji of a text: in a server, those of other servers need a permission. Ids
 * of no emoji are plain text, and what an edited text had before may stay.
 */
export async function checkEmoji(
  { db, fail }: { readonly db: Reader; readonly fail: Fail<"MissingPermission"> },
  { channel, permissions }: Pick<ChannelAccess, "channel" | "permissions">,
  { content = "", before }: { readonly content?: string | undefined; readonly before?: string | null },
): Promise<void> {
  if (channel.channel_type !== "TextChannel" || includes(permissions, permission.UseExternalEmojis)) return;
  const ids = customEmojiIn(content).filter((id) => !before?.includes(id));
  const emojis = await Promise.all(ids.map((id) => findEmoji(db, id)));
  if (emojis.some((emoji) => emoji && emoji.server_id !== channel.server))
    throw fail("MissingPermission", { permission: "UseExternalEmojis" });
}
