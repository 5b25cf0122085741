import type { Reader } from "../../../store/tx.ts";
import type { PendingTimeoutRow, ServersTables } from "../tables.ts";

type Pending = Pick<PendingTimeoutRow, "timeout_until" | "can_publish" | "can_receive">;

/** What awaits somebody who comes back before their timeout is over; it is theirs again, and not kept any longer. */
export async function takePendingTimeout(
  db: Reader,
  serverId: string,
  userId: string,
): Promise<Pending | undefined> {
  const [pending] = await db
    .sql<ServersTables>()
    .deleteFrom("pending_timeouts")
    .where("server_id", "=", serverId)
    .where("user_id", "=", userId)
    .returning(["timeout_until", "can_publish", "can_receive"])
    .execute();
  return pending && pending.timeout_until > db.services.clock.now() ? pending : undefined;
}

export async function keepPendingTimeout(db: Reader, row: PendingTimeoutRow): Promise<void> {
  await db
    .sql<ServersTables>()
    .insertInto("pending_timeouts")
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(["server_id", "user_id"]).doUpdateSet((excluded) => ({
        timeout_until: excluded.ref("excluded.timeout_until"),
        can_publish: excluded.ref("excluded.can_publish"),
        can_receive: excluded.ref("excluded.can_receive"),
      })),
    )
    .execute();
}

export async function deletePastTimeouts(db: Reader, now: number): Promise<void> {
  await db.sql<ServersTables>().deleteFrom("pending_timeouts").where("timeout_until", "<=", now).execute();
}
