import type { Tx } from "../../../store/tx.ts";
import type { UsersTables } from "../tables.ts";

/** Never moves backwards: who joined later has seen all that was there before. */
export async function acknowledgePolicies(tx: Tx, userId: string, upTo: number): Promise<void> {
  await tx
    .sql<UsersTables>()
    .updateTable("users")
    .set({ policy_acknowledged_at: upTo })
    .where("id", "=", userId)
    .where("policy_acknowledged_at", "<", upTo)
    .execute();
}
