import type { Kysely } from "kysely";
import type { Reader, Tx } from "../../../declare/tx.ts";
import { prepare } from "../../../platform/database/prepared.ts";
import type { Device } from "../notification-model.ts";
import type { AccountsTables } from "../tables.ts";

/** Ordered, so that every engine uses the index of subscriptions instead of scanning all sessions. */
export const anySubscription = prepare((db: Kysely<AccountsTables>) =>
  db.selectFrom("sessions").select("id").where("subscription", "is not", null).orderBy("user_id").limit(1),
);

const subscriptionOf = prepare((db: Kysely<AccountsTables>, userId: string) =>
  db
    .selectFrom("sessions")
    .select("id")
    .where("user_id", "=", userId)
    .where("subscription", "is not", null)
    .limit(1),
);

/**
 * Whether any of these users may have a device. The sender of a message waits for this, so for several users the query
 * only finds out whether any user at all has one.
 */
export async function mayHaveDevices(db: Reader, userIds: readonly string[] | "many"): Promise<boolean> {
  if (userIds === "many" || userIds.length > 1) return (await db.one(anySubscription)) !== undefined;
  const [only] = userIds;
  return only !== undefined && (await db.one(subscriptionOf, only)) !== undefined;
}

/** The sessions of these users that have a subscription, ordered by user. */
export async function listSubscribed(db: Reader, userIds: readonly string[]): Promise<string[]> {
  if (userIds.length === 0) return [];
  const rows = await db
    .sql<AccountsTables>()
    .selectFrom("sessions")
    .select("id")
    .where("user_id", "in", userIds)
    .where("subscription", "is not", null)
    .orderBy("user_id")
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** Those of these sessions that still have a subscription. */
export async function listDevices(db: Reader, sessionIds: readonly string[]): Promise<Device[]> {
  const rows = await db
    .sql<AccountsTables>()
    .selectFrom("sessions")
    .select(["id as sessionId", "user_id as userId", "subscription"])
    .where("id", "in", sessionIds)
    .orderBy("id")
    .execute();
  return rows.flatMap(({ subscription, ...row }) =>
    subscription === null ? [] : [{ ...row, subscription }],
  );
}

/** Removes a subscription, unless the session has another one by now. */
export async function removeSubscription(tx: Tx, { sessionId, subscription }: Device): Promise<void> {
  await tx
    .sql<AccountsTables>()
    .updateTable("sessions")
    .set({ subscription: null })
    .where("id", "=", sessionId)
    .where("subscription", "=", subscription)
    .execute();
}
