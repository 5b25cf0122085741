import type { Reader, Tx } from "../../../store/tx.ts";
import type { WebPushSubscription } from "../model.ts";
import type { AccountsTables, SessionRow } from "../tables.ts";

export async function insertSession(tx: Tx, session: Omit<SessionRow, "subscription">): Promise<void> {
  await tx
    .sql<AccountsTables>()
    .insertInto("sessions")
    .values({ ...session, subscription: null })
    .execute();
}

export function findSession(db: Reader, id: string): Promise<SessionRow | undefined> {
  return db.sql<AccountsTables>().selectFrom("sessions").selectAll().where("id", "=", id).executeTakeFirst();
}

export function listSessions(db: Reader, userId: string): Promise<SessionRow[]> {
  return db
    .sql<AccountsTables>()
    .selectFrom("sessions")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("id")
    .execute();
}

export async function updateSessionName(tx: Tx, id: string, name: string): Promise<void> {
  await tx.sql<AccountsTables>().updateTable("sessions").set({ name }).where("id", "=", id).execute();
}

/** Null ends push notifications to the session. */
export async function setSubscription(
  tx: Tx,
  id: string,
  subscription: WebPushSubscription | null,
): Promise<void> {
  await tx
    .sql<AccountsTables>()
    .updateTable("sessions")
    .set({ subscription: subscription && JSON.stringify(subscription) })
    .where("id", "=", id)
    .execute();
}

export async function touchSession(tx: Tx, id: string, now: number): Promise<void> {
  await tx
    .sql<AccountsTables>()
    .updateTable("sessions")
    .set({ last_seen: now })
    .where("id", "=", id)
    .execute();
}

export async function deleteSession(tx: Tx, id: string): Promise<void> {
  await tx.sql<AccountsTables>().deleteFrom("sessions").where("id", "=", id).execute();
}

export async function deleteSessionsExcept(tx: Tx, userId: string, keptId: string | null): Promise<void> {
  let query = tx.sql<AccountsTables>().deleteFrom("sessions").where("user_id", "=", userId);
  if (keptId !== null) query = query.where("id", "!=", keptId);
  await query.execute();
}
