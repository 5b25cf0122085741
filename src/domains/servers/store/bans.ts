import type { Reader, Tx } from "../../../declare/tx.ts";
import { maxListed } from "../../../protocol/schema.ts";
import type { BanRow, ServersTables } from "../../members/index.ts";

export async function countBans(db: Reader, serverId: string): Promise<number> {
  const { count } = await db
    .sql<ServersTables>()
    .selectFrom("bans")
    .select(({ fn }) => fn.countAll().as("count"))
    .where("server_id", "=", serverId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function listBans(db: Reader, serverId: string): Promise<BanRow[]> {
  return db
    .sql<ServersTables>()
    .selectFrom("bans")
    .selectAll()
    .where("server_id", "=", serverId)
    .orderBy("user_id")
    .limit(maxListed)
    .execute();
}

/** Inserts a ban, or replaces the reason of an existing one. */
export async function putBan(tx: Tx, ban: BanRow): Promise<void> {
  await tx
    .sql<ServersTables>()
    .insertInto("bans")
    .values(ban)
    .onConflict((conflict) =>
      conflict
        .columns(["server_id", "user_id"])
        .doUpdateSet((excluded) => ({ reason: excluded.ref("excluded.reason") })),
    )
    .execute();
}

/** Returns whether there was such a ban. */
export async function deleteBan(tx: Tx, serverId: string, userId: string): Promise<boolean> {
  const deleted = await tx
    .sql<ServersTables>()
    .deleteFrom("bans")
    .where("server_id", "=", serverId)
    .where("user_id", "=", userId)
    .returning("user_id")
    .execute();
  return deleted.length > 0;
}
