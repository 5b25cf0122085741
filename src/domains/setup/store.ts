import type { Reader, Tx } from "../../declare/tx.ts";
import type { SystemTables } from "../../store/system-tables.ts";

const key = "setup_link";

/** The one-time code of the setup page, sealed so that each start can print it. */
export interface StoredLink {
  readonly sealed_code: string;
  /** Milliseconds since 1970. */
  readonly expires_at: number;
}

export async function findLink(db: Reader): Promise<StoredLink | undefined> {
  const row = await db
    .sql<SystemTables>()
    .selectFrom("meta")
    .select("value")
    .where("key", "=", key)
    .executeTakeFirst();
  return row && (JSON.parse(row.value) as StoredLink);
}

export async function putLink(tx: Tx, link: StoredLink): Promise<void> {
  const value = JSON.stringify(link);
  await tx
    .sql<SystemTables>()
    .insertInto("meta")
    .values({ key, value })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
    .execute();
}

export async function deleteLink(tx: Tx): Promise<void> {
  await tx.sql<SystemTables>().deleteFrom("meta").where("key", "=", key).execute();
}
