import type { Kysely } from "kysely";
import type { Reader, Tx } from "../../../declare/tx.ts";
import { prepare } from "../../../platform/database/prepared.ts";
import { idsFrom } from "../../../platform/ids/ids.ts";
import { digestToken } from "../../../platform/secrets/vault.ts";
import { maxListed } from "../../../protocol/schema.ts";
import type { WebPushSubscription } from "../model.ts";
import { isSessionExpired } from "../rules/session-expiry.ts";
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

/** The session of a token unless it has expired. */
export async function findSessionByToken(db: Reader, token: string): Promise<SessionRow | undefined> {
  const { clock, config } = db.services;
  const session = await db
    .sql<AccountsTables>()
    .selectFrom("sessions")
    .selectAll()
    .where("token_digest", "=", digestToken(token))
    .executeTakeFirst();
  const used = session && { sessionId: session.id, lastSeen: session.last_seen };
  return used && isSessionExpired(used, config.sessions, clock.now()) ? undefined : session;
}

export function listSessions(db: Reader, userId: string): Promise<SessionRow[]> {
  return db
    .sql<AccountsTables>()
    .selectFrom("sessions")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("id")
    .limit(maxListed)
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

/** Records that the client of the session has just proved the second factor. */
export async function confirmSession(tx: Tx, id: string, now: number): Promise<void> {
  await tx
    .sql<AccountsTables>()
    .updateTable("sessions")
    .set({ confirmed_at: now })
    .where("id", "=", id)
    .execute();
}

/** The sessions except `keptId` and the `others` most recently used ones; at most a thousand of them. */
export function listSurplusSessions(
  db: Reader,
  userId: string,
  { keptId, others }: { keptId: string; others: number },
): Promise<{ id: string }[]> {
  return db
    .sql<AccountsTables>()
    .selectFrom("sessions")
    .select("id")
    .where("user_id", "=", userId)
    .where("id", "!=", keptId)
    .orderBy("last_seen", "desc")
    .orderBy("id", "desc")
    .limit(1_000)
    .offset(others)
    .execute();
}

interface OldSessions {
  readonly opened: number | undefined;
  readonly used: number | undefined;
  readonly limit: number;
}

/** Some of the sessions that were opened before `opened`, or not used since `used`. */
export function listOldSessions(db: Reader, { opened, used, limit }: OldSessions): Promise<{ id: string }[]> {
  return db
    .sql<AccountsTables>()
    .selectFrom("sessions")
    .select("id")
    .where(({ or, eb }) =>
      or([
        ...(opened === undefined ? [] : [eb("id", "<", idsFrom(opened))]),
        ...(used === undefined ? [] : [eb("last_seen", "<=", used)]),
      ]),
    )
    .limit(limit)
    .execute();
}

const lastSeen = prepare((db: Kysely<AccountsTables>, now: number, id: string, before: number) =>
  db.updateTable("sessions").set({ last_seen: now }).where("id", "=", id).where("last_seen", "<", before),
);

/** Records that the session was used. */
export async function touchSession(tx: Tx, id: string, now: number): Promise<void> {
  await tx.change(lastSeen, now, id, now);
}

export async function deleteSession(tx: Tx, id: string): Promise<void> {
  await tx.sql<AccountsTables>().deleteFrom("sessions").where("id", "=", id).execute();
}

export async function deleteSessionsExcept(tx: Tx, userId: string, keptId: string | null): Promise<void> {
  let query = tx.sql<AccountsTables>().deleteFrom("sessions").where("user_id", "=", userId);
  if (keptId !== null) query = query.where("id", "!=", keptId);
  await query.execute();
}
