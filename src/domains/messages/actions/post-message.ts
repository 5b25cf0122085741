import type { Tx } from "../../../store/tx.ts";
import { ChannelUpdated } from "../../conversations/index.ts";
import { MessageSent } from "../events.ts";
import { MessagePosted } from "../hooks.ts";
import type { Message } from "../model.ts";
import { messageView } from "../rules/message-view.ts";
import { reopenConversation, setLastMessage } from "../store/last-messages.ts";
import { insertMessage } from "../store/messages.ts";
import { addMassMentions, addMentions } from "../store/sending.ts";
import type { MessageRow } from "../tables.ts";
import type { ResolvedMentions } from "./find-mentioned.ts";

export interface MessagePost {
  readonly row: MessageRow;
  readonly mentioned: ResolvedMentions;
  /** Nobody is to be told that they were mentioned. */
  readonly quiet: boolean;
  /** Who speaks, as they are shown with the message when it is new. */
  readonly speaker: Pick<Message, "user" | "member">;
  /** The conversation was closed, and opens again. */
  readonly reopens: boolean;
}

/** Puts a message into its channel, for all to hear. */
export async function postMessage(
  tx: Tx<typeof MessageSent | typeof ChannelUpdated>,
  { row, mentioned, quiet, speaker, reopens }: MessagePost,
): Promise<Message> {
  const { channel_id, id: message_id, author_id } = row;
  await insertMessage(tx, row);
  if (!quiet && !isNobody(mentioned)) await noteMentions(tx, row, mentioned);
  await setLastMessage(tx, channel_id, message_id);
  if (reopens) {
    await reopenConversation(tx, channel_id);
    tx.emit(ChannelUpdated, { id: channel_id, data: { active: true }, clear: [] });
  }
  const message = Object.assign(messageView(row), speaker);
  tx.emit(MessageSent, message);
  if (!quiet)
    await tx.raise(MessagePosted, {
      channelId: channel_id,
      messageId: message_id,
      authorId: author_id,
      mentioned,
    });
  return message;
}

function isNobody({ users, roles, everyone }: ResolvedMentions): boolean {
  return users.length + roles.length === 0 && !everyone;
}

async function noteMentions(tx: Tx, row: MessageRow, mentioned: ResolvedMentions): Promise<void> {
  const { channel_id, id: message_id, author_id } = row;
  const { users, roles, everyone, crowd } = mentioned;
  const told = new Set(everyone && crowd ? [...users, ...crowd] : users);
  told.delete(author_id);
  const masses = everyone && !crowd ? [...roles, "everyone"] : roles;
  if (told.size > 0) await addMentions(tx, { channel_id, message_id }, [...told]);
  if (masses.length > 0) await addMassMentions(tx, { channel_id, message_id }, masses);
}
