import type { Reader, Tx } from "../../../declare/tx.ts";
import type { SystemTables } from "../../../store/system-tables.ts";
import type { Link } from "../rules/download-link.ts";

/** The archive of a server that was asked for last: one row of `meta`. */
export interface StoredExport {
  /** Of the request, so that a job does not write the archive of another one. */
  readonly id: string;
  readonly state: "waiting" | "running" | "ready" | "failed";
  readonly requested_at: number;
  readonly messages: number;
  readonly files: number;
  /** Present once it is ready. */
  readonly content?: { readonly hash: string; readonly blob_key: string; readonly size: number };
  /** When it is deleted. */
  readonly expires_at?: number;
  /** The links that were used and have not expired. */
  readonly used_links?: readonly Link[];
}

const prefix = "server_export:";

export async function findExport(db: Reader, serverId: string): Promise<StoredExport | undefined> {
  const row = await db
    .sql<SystemTables>()
    .selectFrom("meta")
    .select("value")
    .where("key", "=", prefix + serverId)
    .executeTakeFirst();
  return row && JSON.parse(row.value);
}

export async function putExport(tx: Tx, serverId: string, stored: StoredExport): Promise<void> {
  const value = JSON.stringify(stored);
  await tx
    .sql<SystemTables>()
    .insertInto("meta")
    .values({ key: prefix + serverId, value })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
    .execute();
}

export async function deleteExportRow(tx: Tx, serverId: string): Promise<void> {
  await tx
    .sql<SystemTables>()
    .deleteFrom("meta")
    .where("key", "=", prefix + serverId)
    .execute();
}

/** All of them, by server: one for each server whose owner or operator has asked for one in the last days. */
export async function listExports(db: Reader): Promise<ReadonlyMap<string, StoredExport>> {
  const rows = await db
    .sql<SystemTables>()
    .selectFrom("meta")
    .selectAll()
    .where("key", "like", `${prefix}%`)
    .execute();
  return new Map(rows.map(({ key, value }) => [key.slice(prefix.length), JSON.parse(value)]));
}
