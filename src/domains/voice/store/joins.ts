import type { Reader, Tx } from "../../../declare/tx.ts";
import type { VoiceJoinRow, VoiceTables } from "../tables.ts";

/** How long a token can be used, and a moved user may take to arrive. */
export const joinMs = 10_000;

/** Remembers for whom a token was made; a newer token replaces an older one. */
export async function putJoin(tx: Tx, join: Omit<VoiceJoinRow, "expires_at">): Promise<void> {
  const row = { ...join, expires_at: tx.services.clock.now() + joinMs };
  const { channel_id: _, user_id: __, ...changes } = row;
  await tx
    .sql<VoiceTables>()
    .insertInto("voice_joins")
    .values(row)
    .onConflict((conflict) => conflict.columns(["channel_id", "user_id"]).doUpdateSet(changes))
    .execute();
}

/** Forgets the moves of a user away from a channel, because another move replaces them. */
export async function deleteMoves(tx: Tx, from: string, userId: string): Promise<void> {
  const rows = tx.sql<VoiceTables>().deleteFrom("voice_joins").where("moved_from", "=", from);
  await rows.where("user_id", "=", userId).execute();
}

export function takeJoin(tx: Tx, channelId: string, userId: string): Promise<VoiceJoinRow | undefined> {
  return tx
    .sql<VoiceTables>()
    .deleteFrom("voice_joins")
    .where("channel_id", "=", channelId)
    .where("user_id", "=", userId)
    .returningAll()
    .executeTakeFirst();
}

/** The token of a user for a call that has not been used. */
export function findJoin(db: Reader, channelId: string, userId: string): Promise<VoiceJoinRow | undefined> {
  return db
    .sql<VoiceTables>()
    .selectFrom("voice_joins")
    .selectAll()
    .where("channel_id", "=", channelId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
}

/** The move of a user away from a channel who has not arrived in the other one yet. */
export function findMove(db: Reader, from: string, userId: string): Promise<VoiceJoinRow | undefined> {
  return db
    .sql<VoiceTables>()
    .selectFrom("voice_joins")
    .selectAll()
    .where("moved_from", "=", from)
    .where("user_id", "=", userId)
    .executeTakeFirst();
}

/** The users who hold a token for the call and have not used it. */
export async function listPendingJoins(db: Reader, channelId: string): Promise<string[]> {
  const rows = await db
    .sql<VoiceTables>()
    .selectFrom("voice_joins")
    .select("user_id")
    .where("channel_id", "=", channelId)
    .where("expires_at", ">", db.services.clock.now())
    .execute();
  return rows.map(({ user_id }) => user_id);
}

export async function deleteExpiredJoins(tx: Tx, before: number): Promise<void> {
  const rows = tx.sql<VoiceTables>().deleteFrom("voice_joins").where("expires_at", "<", before);
  await rows.where("moved_from", "is", null).execute();
}
