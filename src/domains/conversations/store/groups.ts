import type { Reader, Tx } from "../../../declare/tx.ts";
import type { ChannelsTables } from "../../channels/index.ts";

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

/** Adds a recipient after all others. */
export async function insertRecipient(tx: Tx, channel_id: string, user_id: string): Promise<void> {
  const sql = tx.sql<ChannelsTables>();
  const { last } = await sql
    .selectFrom("channel_recipients")
    .select(({ fn }) => fn.max("position").as("last"))
    .where("channel_id", "=", channel_id)
    .executeTakeFirstOrThrow();
  const position = (last ?? -1) + 1;
  await sql.insertInto("channel_recipients").values({ channel_id, user_id, position }).execute();
}
