import { sql } from "kysely";
import type { FilesTables } from "../../src/domains/files/index.ts";
import type { ReadQueries } from "../../src/platform/database/port.ts";
import type { File } from "../../src/protocol/file.ts";
import type { RowOf, TableName } from "./rows.ts";

/** Asks whether a table has a row with these values. */
export interface Lookup {
  readonly table: TableName;
  readonly columns: readonly string[];
  readonly key: readonly string[];
}

/** By the id, or by other columns. Without NUL, which no row contains, and which PostgreSQL refuses even in a question. */
export function rowWith<T extends TableName>(
  table: T,
  values: Partial<Record<keyof RowOf<T> & string, string>>,
): Lookup {
  const key = Object.values<string | undefined>(values).map((value) => String(value).replaceAll("\0", ""));
  return { table, columns: Object.keys(values), key };
}

/** A file that was imported, as other objects contain it. */
interface KnownFile {
  readonly view: File;
  readonly usedAs: string | null;
}

const maxKeysPerQuery = 500;
const groupOf = ({ table, columns }: Pick<Lookup, "table" | "columns">) => `${table} ${columns.join(" ")}`;
const textOf = (key: readonly string[]) => key.join("\0");

/**
 * Which of the rows that a page of documents refers to exist. They are asked for in a few queries, so that an import
 * needs no list of all ids in memory.
 */
export class KnownRows {
  readonly #groups = new Map<string, { lookup: Lookup; keys: Set<string> }>();
  readonly #files: ReadonlyMap<string, KnownFile>;

  private constructor(files: ReadonlyMap<string, KnownFile>) {
    this.#files = files;
  }

  static async load(
    queries: ReadQueries,
    lookups: readonly Lookup[],
    fileIds: readonly string[],
  ): Promise<KnownRows> {
    const known = new KnownRows(await loadFiles(queries, [...new Set(fileIds)]));
    for (const [group, all] of Map.groupBy(lookups, groupOf)) {
      const [lookup] = all;
      if (!lookup) continue;
      const unique = new Map(all.map(({ key }) => [textOf(key), key]));
      const keys = await existingKeys(queries, lookup, [...unique.values()]);
      known.#groups.set(group, { lookup, keys });
    }
    return known;
  }

  has({ table, columns, key }: Lookup): boolean {
    const group = this.#groups.get(groupOf({ table, columns }));
    if (!group) throw new Error(`nobody asked for ${table} by ${columns.join(", ")}`);
    return group.keys.has(textOf(key));
  }

  file(id: string): KnownFile | undefined {
    return this.#files.get(id);
  }

  /** A row that this page adds. */
  add(table: TableName, row: Readonly<Record<string, unknown>>): void {
    for (const { lookup, keys } of this.#groups.values())
      if (lookup.table === table) keys.add(textOf(lookup.columns.map((column) => String(row[column]))));
  }
}

async function existingKeys(
  queries: ReadQueries,
  { table, columns }: Lookup,
  wanted: readonly (readonly string[])[],
): Promise<Set<string>> {
  const found = new Set<string>();
  const names = columns.map((column) => sql.ref(column));
  for (let at = 0; at < wanted.length; at += maxKeysPerQuery) {
    const keys = wanted.slice(at, at + maxKeysPerQuery).map((key) => sql`(${sql.join(key)})`);
    const rows = sql<Record<string, string>>`(select ${sql.join(names)} from ${sql.table(table)}
      where (${sql.join(names)}) in (values ${sql.join(keys)}))`;
    for (const row of await queries.sql().selectFrom(rows.as("found")).selectAll().execute())
      found.add(textOf(columns.map((column) => String(row[column]))));
  }
  return found;
}

async function loadFiles(queries: ReadQueries, ids: readonly string[]): Promise<Map<string, KnownFile>> {
  const files = new Map<string, KnownFile>();
  for (let at = 0; at < ids.length; at += maxKeysPerQuery) {
    const rows = await queries
      .sql<FilesTables>()
      .selectFrom("files")
      .innerJoin("stored_files", "stored_files.hash", "files.hash")
      .select(["id", "tag", "filename", "metadata", "content_type", "size", "used_as"])
      .where("id", "in", ids.slice(at, at + maxKeysPerQuery))
      .execute();
    for (const { id: _id, tag, filename, metadata, content_type, size, used_as: usedAs } of rows) {
      const view = { _id, tag, filename, metadata: JSON.parse(metadata), content_type, size };
      files.set(_id, { view, usedAs });
    }
  }
  return files;
}
