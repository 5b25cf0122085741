import type { Reader } from "../../../store/tx.ts";
import type { SyncTables } from "../tables.ts";

export async function deleteAllOf(db: Reader, userId: string): Promise<void> {
  await db.sql<SyncTables>().deleteFrom("user_settings").where("user_id", "=", userId).execute();
  await db.sql<SyncTables>().deleteFrom("channel_unreads").where("user_id", "=", userId).execute();
}
