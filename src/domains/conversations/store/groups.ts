import type { Reader, Tx } from "../../../declare/tx.ts";
import type { Group } from "../model.ts";
import { groupView } from "../rules/views.ts";
import type { ChannelsTables } from "../tables.ts";
import { findChannel } from "./channels.ts";
import { listRecipients } from "./conversations.ts";

export async function findGroup(db: Reader, id: string): Promise<Group | undefined> {
  const row = await findChannel(db, id);
  return row?.kind === "Group" ? groupView(row, await listRecipients(db, id)) : undefined;
}

/** The same for a group that exists, because this transaction has just written to it. */
export async function readGroup(db: Reader, id: string): Promise<Group> {
  const group = await findGroup(db, id);
  if (!group) throw new Error(`${id} vanished`);
  return group;
}

/** Ids of the groups that a user is in. */
export async function listGroupIds(db: Reader, userId: string): Promise<string[]> {
  const rows = await db
    .sql<ChannelsTables>()
    .selectFrom("channels")
    .innerJoin("channel_recipients", "channel_recipients.channel_id", "channels.id")
    .select("channels.id")
    .where("channel_recipients.user_id", "=", userId)
    .where("channels.kind", "=", "Group")
    .orderBy("channels.id")
    .execute();
  return rows.map(({ id }) => id);
}

/** The number of groups that each of these users is in; users in none are absent. */
export async function countGroups(db: Reader, userIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .sql<ChannelsTables>()
    .selectFrom("channel_recipients")
    .innerJoin("channels", "channels.id", "channel_recipients.channel_id")
    .select(({ fn }) => ["channel_recipients.user_id", fn.countAll().as("groups")])
    .where("channel_recipients.user_id", "in", userIds)
    .where("channels.kind", "=", "Group")
    .groupBy("channel_recipients.user_id")
    .execute();
  return new Map(rows.map(({ user_id, groups }) => [user_id, Number(groups)]));
}

/**
 * Locks the row of a conversation until the transaction ends. Every change of a group locks it first: a new recipient
 * gets the whole group in one event, and must not miss a change that another transaction makes at that moment.
 */
export async function lockConversation(tx: Tx, id: string): Promise<void> {
  const locked = tx
    .sql<ChannelsTables>()
    .updateTable("channels")
    .set(({ ref }) => ({ active: ref("active") }));
  await locked.where("id", "=", id).execute();
}

/** Adds a recipient after all others. */
export async function addRecipient(tx: Tx, channel_id: string, user_id: string): Promise<void> {
  const sql = tx.sql<ChannelsTables>();
  const { last } = await sql
    .selectFrom("channel_recipients")
    .select(({ fn }) => fn.max("position").as("last"))
    .where("channel_id", "=", channel_id)
    .executeTakeFirstOrThrow();
  const position = (last ?? -1) + 1;
  await sql.insertInto("channel_recipients").values({ channel_id, user_id, position }).execute();
}

export async function removeRecipient(tx: Tx, channelId: string, userId: string): Promise<void> {
  const rows = tx.sql<ChannelsTables>().deleteFrom("channel_recipients");
  await rows.where("channel_id", "=", channelId).where("user_id", "=", userId).execute();
}
