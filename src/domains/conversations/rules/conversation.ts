import type { Conversation } from "../../../protocol/view-change.ts";
import type { Channel } from "../model.ts";

/** What the event stream must know of a channel that is a conversation of certain people. */
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
