import type { Kysely } from "kysely";
import type { Tx } from "../../../declare/tx.ts";
import { type MaybePromise, mapMaybe } from "../../../platform/concurrency/maybe-promise.ts";
import { prepare } from "../../../platform/database/prepared.ts";
import type { MessagesTables } from "../tables.ts";

const newKey = prepare((db: Kysely<MessagesTables>, author_id: string, key: string, used_at: number) =>
  db
    .insertInto("message_keys")
    .values({ author_id, key, used_at })
    .onConflict((conflict) => conflict.columns(["author_id", "key"]).doNothing())
    .returning("key"),
);

/** Stores an idempotency key; returns false if the author has used it before. */
export function takeKey(tx: Tx, authorId: string, key: string): MaybePromise<boolean> {
  return mapMaybe(tx.one(newKey, authorId, key, tx.services.clock.now()), (taken) => taken !== undefined);
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
