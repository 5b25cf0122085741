import type { Kysely } from "kysely";
import type { Reader } from "../../../declare/tx.ts";
import { prepare } from "../../../platform/database/prepared.ts";
import type { MessageRow, MessagesTables } from "../tables.ts";

const lastOfChannel = prepare((db: Kysely<MessagesTables>, channelId: string) =>
  db.selectFrom("messages").select("id").where("channel_id", "=", channelId).orderBy("id", "desc").limit(1),
);

/** The id of the newest message in a channel. */
export async function findLastMessageId(db: Reader, channelId: string): Promise<string | null> {
  return (await db.one(lastOfChannel, channelId))?.id ?? null;
}

export async function insertMessage(db: Reader, message: MessageRow): Promise<void> {
  await db.sql<MessagesTables>().insertInto("messages").values(message).execute();
}

export async function deleteMessages(db: Reader, channelId: string, ids: readonly string[]): Promise<void> {
  const sql = db.sql<MessagesTables>();
  await sql.deleteFrom("messages").where("channel_id", "=", channelId).where("id", "in", ids).execute();
}

/** As many of a channel's messages as this; says how many they were. */
export async function deleteSomeOfChannel(db: Reader, channelId: string, limit: number): Promise<number> {
  const gone = await db
    .sql<MessagesTables>()
    .deleteFrom("messages")
    .where("channel_id", "=", channelId)
    .where("id", "in", (some) =>
      some.selectFrom("messages").select("id").where("channel_id", "=", channelId).orderBy("id").limit(limit),
    )
    .returning("id")
    .execute();
  return gone.length;
}
