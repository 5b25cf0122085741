import type { Reader, Tx } from "../../../declare/tx.ts";
import type { AccountsTables, LockoutRow } from "../tables.ts";

const keptMs = 24 * 3_600_000;

export function findLockout(db: Reader, accountId: string, source: string): Promise<LockoutRow | undefined> {
  return db
    .sql<AccountsTables>()
    .selectFrom("lockouts")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("source", "=", source)
    .executeTakeFirst();
}

export async function saveLockout(tx: Tx, { account_id, source, ...state }: LockoutRow): Promise<void> {
  await tx
    .sql<AccountsTables>()
    .insertInto("lockouts")
    .values({ account_id, source, ...state })
    .onConflict((conflict) => conflict.columns(["account_id", "source"]).doUpdateSet(state))
    .execute();
}

/** Deletes the lockouts of these sources; without sources, all of the account. */
export async function deleteLockouts(tx: Tx, accountId: string, sources?: readonly string[]): Promise<void> {
  let query = tx.sql<AccountsTables>().deleteFrom("lockouts").where("account_id", "=", accountId);
  if (sources) query = query.where("source", "in", sources);
  await query.execute();
}

export async function deleteOldLockouts(tx: Tx): Promise<void> {
  const newestOld = tx.services.clock.now() - keptMs;
  await tx.sql<AccountsTables>().deleteFrom("lockouts").where("last_attempt", "<=", newestOld).execute();
}
