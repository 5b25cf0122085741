import { type Kysely, sql } from "kysely";
import type { Reader } from "../../../declare/tx.ts";
import { prepare } from "../../../platform/database/prepared.ts";
import { messageColumns } from "../rules/message-view.ts";
import type { MessageKey, MessageRow, MessagesTables } from "../tables.ts";

const columns = messageColumns.map((column) => `messages.${column}` as const);

/** The messages with the keys of a list, each read by its key. The list is passed as JSON. */
export const messagesAmong = {
  sqlite: prepare((db: Kysely<MessagesTables>, keys: string) =>
    db
      .selectFrom(sql<{ value: string }>`json_each(${keys})`.as("listed"))
      .crossJoin("messages")
      .select(columns)
      .where(sql<boolean>`channel_id = listed.value ->> 0 and messages.id = listed.value ->> 1`),
  ),
  // The lateral join reads by key even where PostgreSQL would rather read the whole table.
  postgres: prepare((db: Kysely<MessagesTables>, keys: string) =>
    db
      .selectFrom(sql<{ value: string }>`json_array_elements(${keys}::text::json)`.as("listed"))
      .innerJoinLateral(
        ({ selectFrom }) =>
          selectFrom("messages")
            .select(messageColumns)
            .where(sql<boolean>`channel_id = listed.value ->> 0 and id = listed.value ->> 1`)
            .limit(1)
            .as("messages"),
        (join) => join.onTrue(),
      )
      .select(columns),
  ),
};

/** The messages that were found by their texts, in the same order. */
export async function findMessages(db: Reader, found: readonly MessageKey[]): Promise<MessageRow[]> {
  const keys = found.map(({ channel_id, id }) => [channel_id, id]);
  const rows = await db.all(messagesAmong[db.dialect], JSON.stringify(keys));
  const byId = new Map(rows.map((row) => [row.id, row]));
  // One that was deleted in the meantime is left out.
  return found.flatMap(({ id }) => byId.get(id) ?? []);
}
