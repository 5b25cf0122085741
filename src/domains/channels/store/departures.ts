import type { Reader } from "../../../declare/tx.ts";
import type { ChannelsTables } from "../tables.ts";

/** With all that hangs on them, and says which they were. */
export async function deleteDirectConversations(db: Reader, userId: string): Promise<string[]> {
  const deleted = await db
    .sql<ChannelsTables>()
    .deleteFrom("channels")
    .where("pair", "is not", null)
    .where("id", "in", (own) =>
      own.selectFrom("channel_recipients").select("channel_id").where("user_id", "=", userId),
    )
    .returning("id")
    .execute();
  return deleted.map(({ id }) => id).sort();
}

export async function deleteByPair(db: Reader, pair: string): Promise<void> {
  await db.sql<ChannelsTables>().deleteFrom("channels").where("pair", "=", pair).execute();
}

/** Takes a user out of all groups, and says which they were. */
export async function leaveGroups(db: Reader, userId: string): Promise<string[]> {
  const left = await db
    .sql<ChannelsTables>()
    .deleteFrom("channel_recipients")
    .where("user_id", "=", userId)
    .where("channel_id", "in", (groups) =>
      groups.selectFrom("channels").select("id").where("kind", "=", "Group"),
    )
    .returning("channel_id")
    .execute();
  return left.map(({ channel_id }) => channel_id).sort();
}
