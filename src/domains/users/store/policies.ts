import type { Reader } from "../../../store/tx.ts";
import type { UsersTables } from "../tables.ts";

/** Never moves backwards: who joined later has seen all that was there before. */
export async function acknowledgePolicies(db: Reader, userId: string, upTo: number): Promise<void> {
  await db
    .sql<UsersTables>()
    .updateTable("users")
    .set({ policy_acknowledged_at: upTo })
    .where("id", "=", userId)
    .where("policy_acknowledged_at", "<", upTo)
    .execute();
}
