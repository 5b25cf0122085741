import type { Reader } from "../../../declare/tx.ts";
import type { ServersTables } from "../tables.ts";

/** Until when the timeout of a user who left lasts, or undefined if there is none. */
export async function findPendingTimeout(
  db: Reader,
  serverId: string,
  userId: string,
): Promise<number | undefined> {
  const pending = await db
    .sql<ServersTables>()
    .selectFrom("pending_timeouts")
    .select("timeout_until")
    .where("server_id", "=", serverId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return pending?.timeout_until;
}
