import type { Tx } from "../../../declare/tx.ts";
import { ChannelUpdated } from "../../channels/index.ts";
import { MessageSent } from "../events.ts";
import { unfurlLinksJob } from "../jobs.ts";
import { messagesSent } from "../metrics.ts";
import type { Message } from "../model.ts";
import { isSuppressed } from "../rules/draft.ts";
import { messageView } from "../rules/message-view.ts";
import { reopenConversation, reserveMessageId } from "../store/last-messages.ts";
import { insertMessages } from "../store/messages.ts";
import { addMassMentions, addMentions } from "../store/sending.ts";
import type { MessageRow } from "../tables.ts";
import type { NewMessage } from "./new-message.ts";
import { notifyRecipients } from "./notify-recipients.ts";
import type { ResolvedMentions } from "./resolve-mentions.ts";

export type PostTx = Tx<typeof MessageSent | typeof ChannelUpdated>;

/** Stores a message under a new id, announces it and notifies the mentioned users. */
export async function postMessage(tx: PostTx & Tx<never, "NotFound">, message: NewMessage): Promise<Message> {
  const id = await reserveMessageId(tx, message.fields.channel_id);
  if (id === undefined) throw tx.fail("NotFound");
  const [posted] = await postMessages(tx, [message], [id]);
  return posted as Message;
}

/** Stores, announces and notifies of several messages under ids that this transaction has reserved. */
export async function postMessages(
  tx: PostTx,
  messages: readonly NewMessage[],
  ids: readonly string[],
): Promise<Message[]> {
  const rows = messages.map(({ fields }, at) => ({ ...fields, id: ids[at] as string }));
  await insertMessages(tx, rows);
  const posted: Message[] = [];
  for (const [at, row] of rows.entries()) {
    const message = messages[at] as NewMessage;
    const { mentions, reopens, previewsFor } = message;
    const { channel_id: channel, id } = row;
    if (reopens) await reopenConversation(tx, channel);
    const view = announce(tx, row, message);
    posted.push(view);
    if (isNotifying(message)) {
      if (mentions) await storeMentions(tx, row, mentions);
      await notifyRecipients(tx, view, mentions);
    }
    if (previewsFor !== undefined)
      await tx.enqueue(unfurlLinksJob, { channel, message: id, account: previewsFor });
  }
  return posted;
}

function announce(tx: PostTx, row: MessageRow, { mentions, user, member, reopens }: NewMessage): Message {
  if (reopens) tx.emit(ChannelUpdated, { id: row.channel_id, data: { active: true }, clear: [] });
  const message = messageView(row);
  if (user) message.user = user;
  if (member) message.member = member;
  tx.emit(MessageSent, message);
  if (mentions) tx.count(messagesSent);
  return message;
}

/** Whether a message notifies anybody: those of the system do, others if they mention users or have recipients. */
function isNotifying({ fields, mentions }: NewMessage): boolean {
  if (!mentions) return true;
  const { users, roles, everyone, recipients } = mentions;
  if (isSuppressed(fields.flags)) return false;
  return recipients !== undefined || everyone || users.length + roles.length > 0;
}

/** Mentions of everyone in a conversation are stored for each recipient, in a server as one mass mention. */
async function storeMentions(
  tx: Tx,
  { channel_id, id: message_id, author_id }: MessageRow,
  { users, roles, everyone, recipients }: ResolvedMentions,
): Promise<void> {
  const mentioned = new Set(everyone && recipients ? [...users, ...recipients] : users);
  mentioned.delete(author_id);
  const masses = everyone && !recipients ? [...roles, "everyone"] : roles;
  if (mentioned.size > 0) await addMentions(tx, { channel_id, message_id }, [...mentioned]);
  if (masses.length > 0) await addMassMentions(tx, { channel_id, message_id }, masses);
}
