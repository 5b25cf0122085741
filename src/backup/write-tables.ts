import { join } from "node:path";
import { openSchema } from "../compose/open-database.ts";
import { CommandError } from "../declare/command.ts";
import { derivedSchema } from "../domains/index.ts";
import { newestVersion } from "../migrations/index.ts";
import { readVersion } from "../platform/database/migrate.ts";
import type { Database } from "../platform/database/port.ts";
import type { Manifest } from "./archive-format.ts";
import { writeCompressed } from "./lines.ts";
import { type CopiedTable, planCopy, type RowQueries } from "./rows/plan.ts";
import { readRows, smallPage } from "./rows/read-rows.ts";
import { RowDigest, valuesOf } from "./rows/row-digest.ts";

export interface WrittenTables {
  readonly schema: number;
  readonly tables: Manifest["tables"];
}

interface WriteTablesOptions {
  readonly folder: string;
  /** Called often; lets others work. */
  readonly pause: () => Promise<void> | undefined;
  readonly progress: (line: string) => void;
}

export const tablePath = (folder: string, name: string) => join(folder, `${name}.jsonl.gz`);

/** Writes all rows of one state of the database, a file for each table, while others go on writing. */
export async function writeTables(database: Database, options: WriteTablesOptions): Promise<WrittenTables> {
  const { result } = await database.snapshot(async (queries) => {
    const schema = await readVersion(queries);
    if (schema > newestVersion)
      throw new CommandError(
        `The database is at version ${schema}; this program knows versions up to ${newestVersion}. Use the program that runs the server.`,
      );
    const tables: Manifest["tables"] = [];
    for (const table of await planVersion(schema, queries))
      tables.push(await writeTable(queries, table, options));
    return { schema, tables };
  });
  return result;
}

/** The tables that a version of the schema has, compared with those of a database. */
export async function planVersion(version: number, queries: RowQueries): Promise<CopiedTable[]> {
  using schema = await openSchema(version);
  return await planCopy(schema, queries, derivedSchema);
}

async function writeTable(
  queries: RowQueries,
  table: CopiedTable,
  { folder, pause, progress }: WriteTablesOptions,
): Promise<Manifest["tables"][number]> {
  const digest = new RowDigest();
  async function* lines() {
    for await (const page of readRows(queries, table, { page: smallPage })) {
      const rows = page.map((row) => valuesOf(table, row));
      for (const values of rows) digest.add(values);
      yield rows.map((values) => `${JSON.stringify(values)}\n`).join("");
      progress(`Reading ${table.name}: ${digest.result.rows} rows`);
      await pause();
    }
  }
  await writeCompressed(tablePath(folder, table.name), lines());
  const { rows, digest: sum } = digest.result;
  return { name: table.name, columns: table.columns.map(({ name }) => name), rows, digest: sum };
}
