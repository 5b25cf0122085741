import type { ChannelUnread } from "../model.ts";
import type { UnreadRow } from "../tables.ts";

export function unreadView({ user_id, channel_id, last_id, mentions }: UnreadRow): ChannelUnread {
  const listed: string[] = JSON.parse(mentions);
  return {
    _id: { channel: channel_id, user: user_id },
    ...(last_id !== null && { last_id }),
    ...(listed.length > 0 && { mentions: listed }),
  };
}
