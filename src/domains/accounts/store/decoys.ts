import { randomToken } from "../../../platform/ids.ts";
import type { SystemTables } from "../../../store/system-tables.ts";
import type { Tx } from "../../../store/tx.ts";

/** More than one, so that logins at once do not wait for each other any more than those to real accounts. */
const rows = 64n;

/** Costs what is done for an account that exists: a row, a commit. It means nothing. */
export async function writeDecoy(tx: Tx, email: string): Promise<void> {
  const key = `decoy:${Bun.hash.wyhash(email) % rows}`;
  const value = randomToken(32);
  await tx
    .sql<SystemTables>()
    .insertInto("meta")
    .values({ key, value })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
    .execute();
}
