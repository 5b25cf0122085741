import type { Tx } from "../../../declare/tx.ts";
import { type MaybePromise, mapMaybe } from "../../../platform/concurrency/maybe-promise.ts";
import { ChannelUpdated } from "../../channels/index.ts";
import { MessageSent } from "../events.ts";
import { MessagePosted } from "../hooks.ts";
import { messagesSent } from "../metrics.ts";
import type { Message } from "../model.ts";
import { isSuppressed } from "../rules/draft.ts";
import { messageView } from "../rules/message-view.ts";
import { reopenConversation, reserveMessageId } from "../store/last-messages.ts";
import { insertMessage } from "../store/messages.ts";
import { addMassMentions, addMentions } from "../store/sending.ts";
import { type MessageRow, messageJsonColumns } from "../tables.ts";
import type { ResolvedMentions } from "./resolve-mentions.ts";
import type { MessageAuthor } from "./validate-draft.ts";

/** Reserves the id of a new message in a channel. So far the row contains only the author. */
export function newMessageRow(
  tx: Tx<never, "NotFound">,
  channelId: string,
  { userId, webhook }: Pick<MessageAuthor, "userId" | "webhook">,
): MaybePromise<MessageRow> {
  return mapMaybe(reserveMessageId(tx, channelId), (id) => {
    if (id === undefined) throw tx.fail("NotFound");
    return {
      channel_id: channelId,
      id,
      author_id: userId,
      nonce: null,
      content: null,
      ...noJson,
      webhook: webhook ? JSON.stringify(webhook) : null,
      flags: 0,
      edited_at: null,
      pinned: 0,
    };
  });
}

const noJson = Object.fromEntries(messageJsonColumns.map((column) => [column, null])) as Record<
  (typeof messageJsonColumns)[number],
  null
>;

interface PostOptions {
  readonly mentions: ResolvedMentions;
  /** The author as the event shows them to all receivers, most of whom do not know every member of a server. */
  readonly user?: Message["user"] | undefined;
  readonly member?: Message["member"] | undefined;
  /** Whether the channel is a closed direct message, which the message opens again. */
  readonly reopens?: boolean;
}

/** Stores a new message with its mentions, announces it and notifies the mentioned users. */
export function postMessage(
  tx: Tx<typeof MessageSent | typeof ChannelUpdated>,
  row: MessageRow,
  options: PostOptions,
): MaybePromise<Message> {
  const { mentions, user, member, reopens = false } = options;
  // If it is suppressed, nobody is mentioned or notified.
  const isMentioning = !isSuppressed(row.flags) && !isEmpty(mentions);
  const announce = () => {
    const message = messageView(row);
    if (user) message.user = user;
    if (member) message.member = member;
    tx.emit(MessageSent, message);
    tx.count(messagesSent);
    const isNotifying = isMentioning || (mentions.recipients && !isSuppressed(row.flags));
    if (!isNotifying) return message;
    return mapMaybe(tx.raise(MessagePosted, { message, mentions }), () => message);
  };
  const storeRest = async () => {
    if (isMentioning) await storeMentions(tx, row, mentions);
    if (!reopens) return;
    await reopenConversation(tx, row.channel_id);
    tx.emit(ChannelUpdated, { id: row.channel_id, data: { active: true }, clear: [] });
  };
  const inserted = insertMessage(tx, row);
  return mapMaybe(isMentioning || reopens ? mapMaybe(inserted, storeRest) : inserted, announce);
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
