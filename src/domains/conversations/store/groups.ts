import type { Reader, Tx } from "../../../store/tx.ts";
import type { Group } from "../model.ts";
import { groupView } from "../rules/views.ts";
import type { ChannelsTables } from "../tables.ts";
import { findChannel } from "./channels.ts";
import { listRecipients } from "./conversations.ts";

export async function findGroup(db: Reader, id: string): Promise<Group | undefined> {
  const row = await findChannel(db, id);
  return row?.kind === "Group" ? groupView(row, await listRecipients(db, id)) : undefined;
}

/** The same of one that is there, because this transaction has just written to it. */
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

/**
 * Nobody changes anything in the group until this transaction is over, or it is run again. Every change in a group
 * begins with it: who joins is told of the whole group at once, and must not miss what happens in that moment.
 */
export async function lockGroup(tx: Tx, id: string): Promise<void> {
  const held = tx
    .sql<ChannelsTables>()
    .updateTable("channels")
    .set(({ ref }) => ({ active: ref("active") }));
  await held.where("id", "=", id).execute();
}

/** Behind all others. */
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
  const seats = tx.sql<ChannelsTables>().deleteFrom("channel_recipients");
  await seats.where("channel_id", "=", channelId).where("user_id", "=", userId).execute();
}
