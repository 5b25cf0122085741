import { createHash } from "node:crypto";
import { sql } from "kysely";
import { CommandError } from "../../declare/command.ts";
import type { Database, ReadQueries } from "../../platform/database/port.ts";
import { hasUnfinishedCopy } from "../../platform/database/unfinished-copy.ts";
import type { SystemTables } from "../../store/system-tables.ts";
import { type CopySource, type FinishedCopy, readFinishedCopy, readUnfinishedSource } from "./progress.ts";

export type TargetState =
  | { readonly kind: "empty" | "resumable" | "outdated" }
  | ({ readonly kind: "finished" } & FinishedCopy);

/** Tells databases apart by a value that each draws at its first start. */
export async function fingerprintOf(source: ReadQueries): Promise<string> {
  const row = await source
    .sql<SystemTables>()
    .selectFrom("meta")
    .select("value")
    .where("key", "=", "encryption_key_check")
    .executeTakeFirst();
  return createHash("sha256")
    .update(row?.value ?? "")
    .digest("hex");
}

/** Throws, and changes nothing, unless the database is empty or holds a copy of this source. */
export async function checkTarget(
  target: Database,
  origin: CopySource,
  tableNames: readonly string[],
): Promise<TargetState> {
  const { encoding } = await target.read((queries) =>
    queries
      .sql()
      .selectNoFrom(sql<string>`current_setting('server_encoding')`.as("encoding"))
      .executeTakeFirstOrThrow(),
  );
  if (encoding !== "UTF8")
    throw new CommandError(
      `The encoding of the PostgreSQL database is ${encoding}. Create one with \`createdb --encoding=UTF8 --template=template0 NAME\`.`,
    );
  if (await hasUnfinishedCopy(target)) {
    const source = await readUnfinishedSource(target);
    if (source?.fingerprint !== origin.fingerprint)
      throw new CommandError(
        "The PostgreSQL database holds an unfinished copy of another SQLite database. Finish that one, or use an empty database.",
      );
    return { kind: source.version === origin.version ? "resumable" : "outdated" };
  }
  const present = await presentTables(target, tableNames);
  const finished = present.includes("meta") ? await target.read(readFinishedCopy) : undefined;
  if (finished?.fingerprint === origin.fingerprint) return { kind: "finished", ...finished };
  const filled = await filledTables(target, present);
  if (filled.length === 0) return { kind: "empty" };
  throw new CommandError(
    `The PostgreSQL database already holds data of Ermine (${filled.slice(0, 3).join(", ")}${filled.length > 3 ? ", …" : ""}). ` +
      "Use an empty database: `createdb NAME` creates one.",
  );
}

async function presentTables(target: Database, names: readonly string[]): Promise<string[]> {
  const tables = sql<{ name: string }>`(select table_name as name from information_schema.tables
    where table_schema = current_schema())`;
  const rows = await target.read((queries) =>
    queries.sql().selectFrom(tables.as("tables")).select("name").where("name", "in", names).execute(),
  );
  return rows.map(({ name }) => name);
}

async function filledTables(target: Database, names: readonly string[]): Promise<string[]> {
  const filled: string[] = [];
  for (const name of names) {
    const row = await target.read((queries) =>
      queries
        .sql<Record<string, object>>()
        .selectFrom(name)
        .select(sql`1`.as("one"))
        .limit(1)
        .executeTakeFirst(),
    );
    if (row) filled.push(name);
  }
  return filled;
}
