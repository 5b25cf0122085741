import type { Conversation } from "../../../visibility/view-change.ts";
import type { Channel } from "../model.ts";

/** The key of the direct conversation of two users, in either order; of one user, of their saved messages. */
export function pairOf(a: string, b: string): string {
  return a === b ? a : [a, b].sort().join(" ");
}

/** What the event stream needs to know of a conversation; undefined for channels of servers. */
export function conversationOf(channel: Channel): Conversation | undefined {
  const { _id: id } = channel;
  switch (channel.channel_type) {
    case "TextChannel":
      return undefined;
    case "SavedMessages":
      return { id, kind: channel.channel_type, recipients: [channel.user] };
    case "DirectMessage":
      return { id, kind: channel.channel_type, recipients: channel.recipients };
    case "Group": {
      const { channel_type: kind, recipients, owner, permissions } = channel;
      return { id, kind, recipients, owner, ...(permissions !== undefined && { permissions }) };
    }
  }
}
