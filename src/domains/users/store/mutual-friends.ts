import type { Reader } from "../../../store/tx.ts";
import type { UsersTables } from "../tables.ts";

/** Ids of those who are friends of both. */
export async function listMutualFriends(db: Reader, a: string, b: string): Promise<string[]> {
  const rows = await db
    .sql<UsersTables>()
    .selectFrom("relations as ours")
    .innerJoin("relations as theirs", "theirs.other_id", "ours.other_id")
    .select("ours.other_id as id")
    .where("ours.user_id", "=", a)
    .where("ours.status", "=", "Friend")
    .where("theirs.user_id", "=", b)
    .where("theirs.status", "=", "Friend")
    .orderBy("ours.other_id")
    .execute();
  return rows.map(({ id }) => id);
}
