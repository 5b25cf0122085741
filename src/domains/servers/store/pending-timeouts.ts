import type { Tx } from "../../../declare/tx.ts";
import type { PendingTimeoutRow, ServersTables } from "../../members/index.ts";

type Pending = Pick<PendingTimeoutRow, "timeout_until" | "can_publish" | "can_receive">;

/** Deletes the pending timeout of a user who rejoins, and returns it if it is not over yet. */
export async function takePendingTimeout(
  tx: Tx,
  serverId: string,
  userId: string,
): Promise<Pending | undefined> {
  const [pending] = await tx
    .sql<ServersTables>()
    .deleteFrom("pending_timeouts")
    .where("server_id", "=", serverId)
    .where("user_id", "=", userId)
    .returning(["timeout_until", "can_publish", "can_receive"])
    .execute();
  return pending && pending.timeout_until > tx.services.clock.now() ? pending : undefined;
}

export async function keepPendingTimeout(tx: Tx, row: PendingTimeoutRow): Promise<void> {
  await tx
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

export async function deleteExpiredTimeouts(tx: Tx, now: number): Promise<void> {
  await tx.sql<ServersTables>().deleteFrom("pending_timeouts").where("timeout_until", "<=", now).execute();
}
