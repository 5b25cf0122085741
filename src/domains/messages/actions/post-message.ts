import type { Tx } from "../../../declare/tx.ts";
import { ChannelUpdated } from "../../channels/index.ts";
import { MessageSent } from "../events.ts";
import { MessagePosted } from "../hooks.ts";
import { messagesSent } from "../metrics.ts";
import type { Message } from "../model.ts";
import { messageView } from "../rules/message-view.ts";
import { reopenConversation } from "../store/last-messages.ts";
import { insertMessage } from "../store/messages.ts";
import { addMassMentions, addMentions } from "../store/sending.ts";
import type { MessageRow } from "../tables.ts";
import type { ResolvedMentions } from "./resolve-mentions.ts";

interface MessagePost {
  readonly row: MessageRow;
  readonly mentions: ResolvedMentions;
  /** Stores no mentions and notifies nobody. */
  readonly suppress: boolean;
  /** The author as the event shows them. */
  readonly author: Pick<Message, "user" | "member">;
  /** Whether the channel is a closed direct message, which the message opens again. */
  readonly reopens: boolean;
}

/** Stores a new message, whose id was reserved in the channel, with its mentions, announces it and notifies the mentioned users. */
export async function postMessage(
  tx: Tx<typeof MessageSent | typeof ChannelUpdated>,
  { row, mentions, suppress, author, reopens }: MessagePost,
): Promise<Message> {
  const { channel_id, id: message_id, author_id } = row;
  await insertMessage(tx, row);
  if (!suppress && !isEmpty(mentions)) await storeMentions(tx, row, mentions);
  if (reopens) {
    await reopenConversation(tx, channel_id);
    tx.emit(ChannelUpdated, { id: channel_id, data: { active: true }, clear: [] });
  }
  const message = Object.assign(messageView(row), author);
  tx.emit(MessageSent, message);
  tx.count(messagesSent);
  if (!suppress)
    await tx.raise(MessagePosted, {
      channelId: channel_id,
      messageId: message_id,
      authorId: author_id,
      mentions,
    });
  return message;
}

function isEmpty({ users, roles, everyone }: ResolvedMentions): boolean {
  return users.length + roles.length === 0 && !everyone;
}

/** Mentions of everyone in a conversation are stored for each recipient, in a server as one mass mention. */
async function storeMentions(tx: Tx, row: MessageRow, mentions: ResolvedMentions): Promise<void> {
  const { channel_id, id: message_id, author_id } = row;
  const { users, roles, everyone, recipients } = mentions;
  const mentioned = new Set(everyone && recipients ? [...users, ...recipients] : users);
  mentioned.delete(author_id);
  const masses = everyone && !recipients ? [...roles, "everyone"] : roles;
  if (mentioned.size > 0) await addMentions(tx, { channel_id, message_id }, [...mentioned]);
  if (masses.length > 0) await addMassMentions(tx, { channel_id, message_id }, masses);
}
