import type { ChannelUnread } from "../model.ts";
import type { UnreadMention } from "../store/unread-mentions.ts";
import type { UnreadRow } from "../tables.ts";

/** Read marks and unread mentions of a user by channel, the oldest mention first. */
export function unreadViews(
  user: string,
  read: readonly Pick<UnreadRow, "channel_id" | "last_id">[],
  unreadMentions: readonly UnreadMention[],
): ChannelUnread[] {
  const lastIds = new Map(read.map(({ channel_id, last_id }) => [channel_id, last_id]));
  const mentions = Map.groupBy(unreadMentions, ({ channelId }) => channelId);
  const channels = new Set([...lastIds.keys(), ...mentions.keys()]);
  return [...channels].sort().map((channel) => {
    const last_id = lastIds.get(channel);
    // A message may mention a user by name and by a role.
    const ids = new Set((mentions.get(channel) ?? []).map(({ messageId }) => messageId));
    return {
      _id: { channel, user },
      ...(last_id !== undefined && { last_id }),
      ...(ids.size > 0 && { mentions: [...ids].sort() }),
    };
  });
}
