import type { Message } from "../model.ts";
import type { MessageRow, ReactionRow } from "../tables.ts";

/** The columns that hold JSON, under the names by which clients know them. */
const jsonColumns = [
  "system",
  "webhook",
  "attachments",
  "embeds",
  "mentions",
  "role_mentions",
  "replies",
  "interactions",
  "masquerade",
] as const satisfies readonly (keyof MessageRow)[];

/** All columns but the words that PostgreSQL keeps beside a message, which nobody but its search wants to see. */
export const messageColumns = [
  "channel_id",
  "id",
  "author_id",
  "nonce",
  "content",
  ...jsonColumns,
  "flags",
  "edited_at",
  "pinned",
] as const satisfies readonly (keyof MessageRow)[];

/** A message as clients see it, with its reactions in the order in which they came. */
export function messageView(row: MessageRow, reactions: readonly ReactionRow[] = []): Message {
  const parsed = jsonColumns.flatMap((column) => {
    const value = row[column];
    return value === null ? [] : [[column, JSON.parse(value)] as const];
  });
  return {
    _id: row.id,
    ...(row.nonce !== null && { nonce: row.nonce }),
    channel: row.channel_id,
    author: row.author_id,
    ...(row.content !== null && { content: row.content }),
    ...Object.fromEntries(parsed),
    ...(row.edited_at !== null && { edited: new Date(row.edited_at).toISOString() }),
    ...(reactions.length > 0 && { reactions: byEmoji(reactions) }),
    ...(row.pinned === 1 && { pinned: true }),
    ...(row.flags !== 0 && { flags: row.flags }),
  };
}

export function byEmoji(reactions: readonly ReactionRow[]): Record<string, string[]> {
  const users = Map.groupBy(reactions, ({ emoji }) => emoji);
  return Object.fromEntries([...users].map(([emoji, rows]) => [emoji, rows.map(({ user_id }) => user_id)]));
}

/** Many, each with its reactions. */
export function messageViews(rows: readonly MessageRow[], reactions: readonly ReactionRow[]): Message[] {
  const byMessage = Map.groupBy(reactions, ({ message_id }) => message_id);
  return rows.map((row) => messageView(row, byMessage.get(row.id)));
}
