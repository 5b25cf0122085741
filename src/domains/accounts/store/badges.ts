import type { Kysely } from "kysely";
import type { Reader, Tx } from "../../../declare/tx.ts";
import { prepare } from "../../../platform/database/prepared.ts";
import type { AccountsTables } from "../tables.ts";

const badgesOf = prepare((db: Kysely<AccountsTables>, userId: string) =>
  db
    .selectFrom("sessions")
    .innerJoin("push_badges", "push_badges.session_id", "sessions.id")
    .select("sessions.id")
    .where("sessions.user_id", "=", userId)
    .where("sessions.subscription", "is not", null)
    .where("push_badges.shown", ">", 0),
);

/** The sessions of a user whose devices show a badge. */
export async function listBadged(db: Reader, userId: string): Promise<string[]> {
  return (await db.all(badgesOf, userId)).map(({ id }) => id);
}

const shownBy = prepare((db: Kysely<AccountsTables>, sessionId: string) =>
  db.selectFrom("push_badges").select("shown").where("session_id", "=", sessionId),
);

export async function findShown(db: Reader, sessionId: string): Promise<number> {
  return (await db.one(shownBy, sessionId))?.shown ?? 0;
}

/** Stores nothing if the session has ended meanwhile. */
export async function putShown(tx: Tx, session_id: string, shown: number): Promise<void> {
  const sql = tx.sql<AccountsTables>();
  const session = sql.selectFrom("sessions").select("id").where("id", "=", session_id);
  if (!(await session.executeTakeFirst())) return;
  await sql
    .insertInto("push_badges")
    .values({ session_id, shown })
    .onConflict((conflict) => conflict.column("session_id").doUpdateSet({ shown }))
    .execute();
}
