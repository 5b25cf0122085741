import type { Kysely } from "kysely";
import type { Config } from "../../config/schema.ts";
import type { Database, ReadQueries } from "../../platform/database/port.ts";
import type { SystemTables } from "../../store/system-tables.ts";
import { defaultDestination, destinationOf } from "./archive-folder.ts";

export interface SucceededBackup {
  /** When it began, in milliseconds since 1970: the archive holds what was stored by then. */
  readonly at: number;
  readonly took_ms: number;
  /** Where the archive is. */
  readonly archive: string;
  /** Of the archive and the files that it refers to. */
  readonly bytes: number;
  readonly rows: number;
  readonly files: number;
  /** Files that the storage has lost although the database still names them. */
  readonly missing: number;
  /** Files at the destination that were damaged or lost since an earlier backup, and were copied again. */
  readonly replaced: number;
  /** Whether the archive and its files are encrypted. */
  readonly encrypted?: boolean;
  /** Set for scheduled backups, which the server itself makes. */
  readonly by_server?: true;
}

/** A verification that found everything as it was written, or could put it back. */
interface SucceededVerification {
  /** When it began. */
  readonly at: number;
  readonly archive: string;
  /** Files that were damaged and were copied again. */
  readonly repaired: number;
  /** Whether the archive is encrypted, and nobody had the key: then only what is encrypted was compared. */
  readonly unopened?: true;
}

/** Failed attempts since the last success. */
interface RepeatedFailure {
  /** When the first of them began. */
  readonly since: number;
  /** When the last of them began. */
  readonly at: number;
  readonly error: string;
  /** Set if the server itself made them: a manual success does not show that the server can write. */
  readonly by_server?: true;
}

/** How backups to one destination went, by the server itself or by the command line. */
export interface BackupDestination {
  /** As `destinationOf` writes it. */
  readonly destination: string;
  /** How often a timer of the operator makes a backup, as `ermine backup --every` says; in milliseconds. */
  readonly every_ms?: number;
  /** How many backups have succeeded. */
  readonly made: number;
  /** The last one that succeeded. */
  readonly succeeded?: SucceededBackup;
  /** Absent after a success; a failure of the server is cleared only by a success of the server. */
  readonly failed?: RepeatedFailure;
  /** The last verification that succeeded. */
  readonly verified?: SucceededVerification;
  /** Absent once a verification has succeeded. */
  readonly damaged?: RepeatedFailure;
  /** When the backup began after which old archives were last removed. */
  readonly pruned_at?: number;
}

const prefix = "backup:";

/** How many destinations without a schedule are remembered, the last used ones: scripts may name a new one each time. */
const maxUnscheduled = 10;

/** For `/metrics`, the admin page and `ermine doctor`, in the order of their names. */
export async function readDestinations(db: Pick<ReadQueries, "sql">): Promise<BackupDestination[]> {
  const rows = await db
    .sql<SystemTables>()
    .selectFrom("meta")
    .select("value")
    .where("key", "like", `${prefix}%`)
    .orderBy("key")
    .execute();
  return rows.map(({ value }) => JSON.parse(value));
}

export async function readDestination(
  db: Pick<ReadQueries, "sql">,
  destination: string,
): Promise<BackupDestination> {
  const row = await db
    .sql<SystemTables>()
    .selectFrom("meta")
    .select("value")
    .where("key", "=", prefix + destination)
    .executeTakeFirst();
  return row ? JSON.parse(row.value) : { destination, made: 0 };
}

/** Changes what is known about a destination, in one transaction. */
export async function updateDestination(
  database: Database,
  { destination, config }: { readonly destination: string; readonly config: Config },
  change: (known: BackupDestination) => BackupDestination,
): Promise<void> {
  const kept = [destination, destinationOf(defaultDestination(config))];
  await database.write(async (queries) => {
    const db: Kysely<SystemTables> = queries.sql();
    const value = JSON.stringify(change(await readDestination(queries, destination)));
    await db
      .insertInto("meta")
      .values({ key: prefix + destination, value })
      .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
      .execute();
    const others = (await readDestinations(queries))
      .filter((each) => each.every_ms === undefined && !kept.includes(each.destination))
      .toSorted((a, b) => usedAt(b) - usedAt(a));
    for (const each of others.slice(maxUnscheduled)) await remove(db, each.destination);
  });
}

/** Returns whether anything was known about it. */
export function forgetDestination(database: Database, destination: string): Promise<boolean> {
  return database.write((queries) => remove(queries.sql(), destination));
}

async function remove(db: Kysely<SystemTables>, destination: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("meta")
    .where("key", "=", prefix + destination)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

function usedAt({ succeeded, failed }: BackupDestination): number {
  return Math.max(succeeded?.at ?? 0, failed?.at ?? 0);
}

/** What is known after one more attempt that failed. */
export function withFailure(
  earlier: RepeatedFailure | undefined,
  { at, error }: { readonly at: number; readonly error: unknown },
): RepeatedFailure {
  return {
    since: earlier?.since ?? at,
    at,
    error: error instanceof Error ? error.message : String(error),
  };
}
