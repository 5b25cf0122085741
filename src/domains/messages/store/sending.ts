import type { Kysely } from "kysely";
import type { Tx } from "../../../declare/tx.ts";
import { prepare } from "../../../platform/database/prepared.ts";
import { arraysOf, unnest } from "../../../platform/database/unnest.ts";
import type { MessageKeyRow, MessagesTables } from "../tables.ts";

const newKey = prepare((db: Kysely<MessagesTables>, author_id: string, key: string, used_at: number) =>
  db
    .insertInto("message_keys")
    .values({ author_id, key, used_at })
    .onConflict((conflict) => conflict.columns(["author_id", "key"]).doNothing())
    .returning("key"),
);

/** Stores an idempotency key; returns false if the author has used it before. */
export async function takeKey(tx: Tx, authorId: string, key: string): Promise<boolean> {
  return (await tx.one(newKey, authorId, key, tx.services.clock.now())) !== undefined;
}

const keyType = { author_id: "text", key: "text", used_at: "bigint" } as const;
const newKeys = prepare(
  (db: Kysely<MessagesTables>, ...arrays: string[]) =>
    db
      .insertInto("message_keys")
      .columns(["author_id", "key", "used_at"])
      .expression((from) =>
        from.selectFrom(unnest<MessageKeyRow>(keyType, arrays)).select(["author_id", "key", "used_at"]),
      ),
  3,
).pipelined();

/** Stores idempotency keys that are new: the transaction fails if one is not. */
export async function addKeys(tx: Tx, keys: readonly Omit<MessageKeyRow, "used_at">[]): Promise<void> {
  const used_at = tx.services.clock.now();
  const rows = keys.map((key) => ({ ...key, used_at }));
  if (tx.dialect === "postgres") await tx.all(newKeys, ...arraysOf(keyType, rows));
  else for (const { author_id, key } of rows) await tx.all(newKey, author_id, key, used_at);
}

export async function deleteOldKeys(tx: Tx, before: number): Promise<void> {
  await tx.sql<MessagesTables>().deleteFrom("message_keys").where("used_at", "<", before).execute();
}

interface MentioningMessage {
  readonly channel_id: string;
  readonly message_id: string;
}

export async function addMentions(
  tx: Tx,
  message: MentioningMessage,
  users: readonly string[],
): Promise<void> {
  const rows = users.map((user_id) => ({ ...message, user_id }));
  await tx.sql<MessagesTables>().insertInto("mentions").values(rows).execute();
}

export async function addMassMentions(
  tx: Tx,
  message: MentioningMessage,
  masses: readonly string[],
): Promise<void> {
  const rows = masses.map((whom) => ({ ...message, whom }));
  await tx.sql<MessagesTables>().insertInto("mass_mentions").values(rows).execute();
}
