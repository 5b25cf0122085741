import type { Message } from "../model.ts";
import { type MessageRow, messageJsonColumns, type ReactionRow } from "../tables.ts";

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

function byEmoji(reactions: readonly ReactionRow[]): Record<string, string[]> {
  const users = Map.groupBy(reactions, ({ emoji }) => emoji);
  return Object.fromEntries([...users].map(([emoji, rows]) => [emoji, rows.map(({ user_id }) => user_id)]));
}

/** The same for many messages, given the reactions to all of them. */
export function messageViews(rows: readonly MessageRow[], reactions: readonly ReactionRow[]): Message[] {
  const byMessage = Map.groupBy(reactions, ({ message_id }) => message_id);
  return rows.map((row) => messageView(row, byMessage.get(row.id)));
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
