import type { Reader, Tx } from "../../../store/tx.ts";
import type { MessagesTables, SlowmodeRow } from "../tables.ts";

/** Until when somebody must wait in a channel; 0 if they never had to. */
export async function findSlowmodeEnd(db: Reader, userId: string, channelId: string): Promise<number> {
  const row = await db
    .sql<MessagesTables>()
    .selectFrom("slowmodes")
    .select("until")
    .where("user_id", "=", userId)
    .where("channel_id", "=", channelId)
    .executeTakeFirst();
  return row?.until ?? 0;
}

export async function setSlowmode(tx: Tx, row: SlowmodeRow): Promise<void> {
  await tx
    .sql<MessagesTables>()
    .insertInto("slowmodes")
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(["user_id", "channel_id"]).doUpdateSet((excluded) => ({
        until: excluded.ref("excluded.until"),
      })),
    )
    .execute();
}

/** Nobody waits in a channel for longer than these seconds from now. */
export async function shortenSlowmodes(tx: Tx, channelId: string, seconds: number): Promise<void> {
  const until = tx.services.clock.now() + seconds * 1_000;
  const longer = tx.sql<MessagesTables>().updateTable("slowmodes").set({ until });
  await longer.where("until", ">", until).where("channel_id", "=", channelId).execute();
}

/** Where somebody must still wait. */
export function listSlowmodes(db: Reader, userId: string): Promise<SlowmodeRow[]> {
  return db
    .sql<MessagesTables>()
    .selectFrom("slowmodes")
    .selectAll()
    .where("user_id", "=", userId)
    .where("until", ">", db.services.clock.now())
    .orderBy("channel_id")
    .execute();
}

export async function deleteExpiredSlowmodes(tx: Tx): Promise<void> {
  const now = tx.services.clock.now();
  await tx.sql<MessagesTables>().deleteFrom("slowmodes").where("until", "<=", now).execute();
}
