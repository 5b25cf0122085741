import type { Tx } from "../../../declare/tx.ts";
import { permission } from "../../../permissions/bits.ts";
import { includes } from "../../../permissions/bitset.ts";
import type { MaybePromise } from "../../../platform/concurrency/maybe-promise.ts";
import type { ChannelAccess } from "../../channels/index.ts";
import { findEmoji } from "../../members/index.ts";
import { customEmojiIn } from "../rules/emoji.ts";

/**
 * Checks that an author may use the custom emoji of a text: in a server, those of other servers need a permission. Ids
 * of no emoji are plain text, and what an edited text had before may stay.
 */
export function checkEmoji(
  tx: Tx<never, "MissingPermission">,
  { channel, permissions }: Pick<ChannelAccess, "channel" | "permissions">,
  { content = "", before }: { readonly content?: string | undefined; readonly before?: string | null },
): MaybePromise<void> {
  if (channel.channel_type !== "TextChannel" || includes(permissions, permission.UseExternalEmojis)) return;
  const ids = customEmojiIn(content).filter((id) => !before?.includes(id));
  return ids.length > 0 ? refuseExternal(tx, channel.server, ids) : undefined;
}

async function refuseExternal(
  tx: Tx<never, "MissingPermission">,
  serverId: string,
  ids: readonly string[],
): Promise<void> {
  const emojis = await Promise.all(ids.map((id) => findEmoji(tx, id)));
  if (emojis.some((emoji) => emoji && emoji.server_id !== serverId))
    throw tx.fail("MissingPermission", { permission: "UseExternalEmojis" });
}
