import type { Message } from "../model.ts";
import {
  type MessageRow,
  messageJsonColumns,
  type PageRow,
  type RareColumns,
  type ReactionRow,
} from "../tables.ts";

type JsonColumn = (typeof messageJsonColumns)[number];

/** All columns but the words that PostgreSQL stores for its search. */
export const messageColumns = [
  "channel_id",
  "id",
  "author_id",
  "nonce",
  "content",
  ...messageJsonColumns,
  "flags",
  "edited_at",
  "pinned",
] as const satisfies readonly (keyof MessageRow)[];

/** The fields of a message without any content. */
export const emptyFields: Omit<MessageRow, "channel_id" | "id" | "author_id"> = {
  ...(Object.fromEntries(messageJsonColumns.map((column) => [column, null])) as Record<JsonColumn, null>),
  nonce: null,
  content: null,
  flags: 0,
  edited_at: null,
  pinned: 0,
};

/** A message without any content, of which an import fills in what there is. */
export function emptyMessageRow(key: Pick<MessageRow, "channel_id" | "id" | "author_id">): MessageRow {
  return { ...emptyFields, ...key };
}

/** One part of a message as clients see it. */
export function messagePart<Part extends JsonColumn>(
  row: Pick<MessageRow, JsonColumn>,
  part: Part,
): Message[Part] {
  const value = row[part];
  return value === null ? undefined : JSON.parse(value);
}

/** A message as clients see it, with its reactions in the given order. */
export function messageView(row: MessageRow, reactions: readonly ReactionRow[] = []): Message {
  const { id: _id, channel_id: channel, author_id: author } = row;
  // Assigned field by field, because a page has fifty messages.
  const nonce = row.nonce ?? (row.system === null && row.webhook === null ? _id : null);
  const message: Record<string, unknown> = nonce === null ? { _id } : { _id, nonce };
  message.channel = channel;
  message.author = author;
  if (row.content !== null) message.content = row.content;
  for (const part of messageJsonColumns) {
    const value = row[part];
    if (value !== null) message[part] = JSON.parse(value);
  }
  if (row.edited_at !== null) message.edited = new Date(row.edited_at).toISOString();
  if (reactions.length > 0) message.reactions = byEmoji(reactions);
  if (row.pinned === 1) message.pinned = true;
  if (row.flags !== 0) message.flags = row.flags;
  return message as Message;
}

/** The same for a message of a page of a channel. */
function pageMessageView(channel: string, row: PageRow, reactions: readonly ReactionRow[] = []): Message {
  const { id: _id, author_id: author, content } = row;
  const rare: RareColumns | undefined = row.rare === null ? undefined : JSON.parse(row.rare);
  const nonce = row.nonce ?? (rare?.system || rare?.webhook ? null : _id);
  const message: Message = nonce === null ? { _id, channel, author } : { _id, nonce, channel, author };
  if (content !== null) message.content = content;
  if (rare) addRareColumns(message, rare);
  if (reactions.length > 0) message.reactions = byEmoji(reactions);
  return message;
}

function addRareColumns(message: Message, { edited_at, pinned, flags, ...parts }: RareColumns): void {
  Object.assign(message, parts);
  if (edited_at !== undefined) message.edited = new Date(edited_at).toISOString();
  if (pinned === 1) message.pinned = true;
  if (flags !== 0) message.flags = flags;
}

function byEmoji(reactions: readonly ReactionRow[]): Record<string, string[]> {
  const users = Map.groupBy(reactions, ({ emoji }) => emoji);
  return Object.fromEntries([...users].map(([emoji, rows]) => [emoji, rows.map(({ user_id }) => user_id)]));
}

/** The same for many messages, given the reactions to all of them. */
export function messageViews(rows: readonly MessageRow[], reactions: readonly ReactionRow[]): Message[] {
  const byMessage = Map.groupBy(reactions, ({ message_id }) => message_id);
  return rows.map((row) => messageView(row, byMessage.get(row.id)));
}

export function pageMessageViews(
  channel: string,
  rows: readonly PageRow[],
  reactions: readonly ReactionRow[],
): Message[] {
  if (reactions.length === 0) return rows.map((row) => pageMessageView(channel, row));
  const byMessage = Map.groupBy(reactions, ({ message_id }) => message_id);
  return rows.map((row) => pageMessageView(channel, row, byMessage.get(row.id)));
}

/** Ids of the authors and of the users in system messages, without duplicates; some are not users. */
export function userIdsIn(messages: readonly Message[]): string[] {
  return [...new Set(messages.flatMap(({ author, system }) => [author, ...userIdsInSystem(system)]))];
}

function userIdsInSystem(system: Message["system"]): string[] {
  if (!system) return [];
  const { id, by, from, to }: Partial<Record<string, unknown>> = system;
  return [id, by, from, to].filter((value) => typeof value === "string");
}
