import type { Reader } from "../../../store/tx.ts";
import type { ChannelsTables } from "../tables.ts";

/** Ids of the conversations that a user has with one other, or with nobody. */
export async function listDirectConversations(db: Reader, userId: string): Promise<string[]> {
  const rows = await db
    .sql<ChannelsTables>()
    .selectFrom("channels")
    .innerJoin("channel_recipients", "channel_recipients.channel_id", "channels.id")
    .select("channels.id")
    .where("channel_recipients.user_id", "=", userId)
    .where("channels.pair", "is not", null)
    .orderBy("channels.id")
    .execute();
  return rows.map(({ id }) => id);
}
