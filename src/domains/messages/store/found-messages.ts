import { type Kysely, sql } from "kysely";
import type { Reader } from "../../../declare/tx.ts";
import { prepare } from "../../../platform/database/prepared.ts";
import { messageColumns } from "../rules/message-view.ts";
import type { MessageKey, MessageRow, MessagesTables } from "../tables.ts";

/** The messages with the keys of a list, which is passed as JSON; on SQLite, where the cross join keeps the order. */
export const messagesAmong = prepare((db: Kysely<MessagesTables>, keys: string) =>
  db
    .selectFrom(sql<{ value: string }>`json_each(${keys})`.as("listed"))
    .crossJoin("messages")
    .select(messageColumns.map((column) => `messages.${column}` as const))
    .where(sql<boolean>`channel_id = listed.value ->> 0 and messages.id = listed.value ->> 1`),
);

/** The messages that were found by their texts, in the same order. One that was deleted in the meantime is left out. */
export async function findMessages(db: Reader, found: readonly MessageKey[]): Promise<MessageRow[]> {
  return db.all(messagesAmong, JSON.stringify(found.map(({ channel_id, id }) => [channel_id, id])));
}
