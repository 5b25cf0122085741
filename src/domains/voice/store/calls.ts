import type { Reader, Tx } from "../../../declare/tx.ts";
import type { VoiceCallRow, VoiceTables } from "../tables.ts";

export function findCall(db: Reader, channelId: string): Promise<VoiceCallRow | undefined> {
  return db
    .sql<VoiceTables>()
    .selectFrom("voice_calls")
    .selectAll()
    .where("channel_id", "=", channelId)
    .executeTakeFirst();
}

/** The calls on nodes other than these. */
export function listCallsElsewhere(db: Reader, nodes: readonly string[]): Promise<VoiceCallRow[]> {
  const rows = db.sql<VoiceTables>().selectFrom("voice_calls").selectAll();
  return (nodes.length > 0 ? rows.where("node", "not in", nodes) : rows).execute();
}

export function listCallsOn(db: Reader, node: string): Promise<VoiceCallRow[]> {
  return db.sql<VoiceTables>().selectFrom("voice_calls").selectAll().where("node", "=", node).execute();
}

/** Remembers the node of a call that is about to begin; a call that exists keeps its node. */
export async function openCall(
  tx: Tx,
  call: Pick<VoiceCallRow, "channel_id" | "server_id" | "node">,
): Promise<void> {
  const row = { ...call, initiator_id: null, started_at: null, message_id: null };
  await tx
    .sql<VoiceTables>()
    .insertInto("voice_calls")
    .values({ ...row, created_at: tx.services.clock.now() })
    .onConflict((conflict) => conflict.column("channel_id").doNothing())
    .execute();
}

export async function updateCall(
  tx: Tx,
  channelId: string,
  changes: Partial<Omit<VoiceCallRow, "channel_id">>,
): Promise<void> {
  const rows = tx.sql<VoiceTables>().updateTable("voice_calls").set(changes);
  await rows.where("channel_id", "=", channelId).execute();
}

export async function deleteCall(tx: Tx, channelId: string): Promise<void> {
  await tx.sql<VoiceTables>().deleteFrom("voice_calls").where("channel_id", "=", channelId).execute();
}

/** Remembers for whom a call rings; at least one user. */
export async function addRings(tx: Tx, channelId: string, userIds: readonly string[]): Promise<void> {
  const rows = userIds.map((user_id) => ({ channel_id: channelId, user_id }));
  await tx
    .sql<VoiceTables>()
    .insertInto("voice_rings")
    .values(rows)
    .onConflict((conflict) => conflict.columns(["channel_id", "user_id"]).doNothing())
    .execute();
}

/** Ends the ringing for one user, or for all; returns for whom it rang. */
export async function takeRings(tx: Tx, channelId: string, userId?: string): Promise<string[]> {
  let rows = tx.sql<VoiceTables>().deleteFrom("voice_rings").where("channel_id", "=", channelId);
  if (userId !== undefined) rows = rows.where("user_id", "=", userId);
  return (await rows.returning("user_id").execute()).map(({ user_id }) => user_id);
}

/** Remembers that a stay has ended, for as long as an older report of it may arrive. */
export async function markEnded(tx: Tx, sid: string): Promise<void> {
  await takeNotification(tx, endOf(sid));
}

export async function hasEnded(db: Reader, sid: string): Promise<boolean> {
  const rows = db.sql<VoiceTables>().selectFrom("voice_notifications").select("id");
  return (await rows.where("id", "=", endOf(sid)).executeTakeFirst()) !== undefined;
}

interface TurnedOut {
  readonly channelId: string;
  readonly userId: string;
}

/** Remembers that a participant had to leave, for as long as a token from before may be valid. */
export async function markTurnedOut(tx: Tx, { channelId, userId }: TurnedOut): Promise<void> {
  const row = { id: removalOf(channelId, userId), received_at: tx.services.clock.now() };
  const { received_at } = row;
  await tx
    .sql<VoiceTables>()
    .insertInto("voice_notifications")
    .values(row)
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ received_at }))
    .execute();
}

/** Whether the participant had to leave at this time or later. */
export async function wasTurnedOut(
  db: Reader,
  { channelId, userId, since }: TurnedOut & { readonly since: number },
): Promise<boolean> {
  const rows = db.sql<VoiceTables>().selectFrom("voice_notifications").select("id");
  const found = rows.where("id", "=", removalOf(channelId, userId)).where("received_at", ">=", since);
  return (await found.executeTakeFirst()) !== undefined;
}

const removalOf = (channelId: string, userId: string) => `removal of ${userId} from ${channelId}`;

const endOf = (sid: string) => `end of ${sid}`;

/** Whether the notification is new. It is remembered for as long as its signature is valid. */
export async function takeNotification(tx: Tx, id: string): Promise<boolean> {
  const row = { id, received_at: tx.services.clock.now() };
  const inserted = await tx
    .sql<VoiceTables>()
    .insertInto("voice_notifications")
    .values(row)
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("id")
    .execute();
  return inserted.length > 0;
}

export async function deleteNotifications(tx: Tx, before: number): Promise<void> {
  const rows = tx.sql<VoiceTables>().deleteFrom("voice_notifications");
  await rows.where("received_at", "<", before).execute();
}
