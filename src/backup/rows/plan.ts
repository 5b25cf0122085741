import { sql } from "kysely";
import type { DerivedColumn, DerivedTable } from "../../declare/domain.ts";
import type { derivedSchema } from "../../domains/index.ts";
import type { ReadQueries } from "../../platform/database/port.ts";

/** What reading rows needs. */
export type RowQueries = Pick<ReadQueries, "dialect" | "sql">;

/** A table that is copied. Every value travels as text or null, which both engines can produce without loss. */
export interface CopiedTable {
  readonly name: string;
  /** The columns that both engines have, with PostgreSQL's names of their types. */
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  /** The columns of the primary key, all of them text. */
  readonly key: readonly string[];
  /** Columns that only PostgreSQL has. */
  readonly derived: readonly DerivedColumn[];
  /** Tables that only SQLite has. */
  readonly derivedTables: readonly DerivedTable[];
}

/** The tables that are not copied, and why. */
export const uncopiedTables: Readonly<Record<string, string>> = {
  schema_version: "the migrations write it on both sides",
  unfinished_copy: "exists only while rows are copied",
  commit_count: "counts commits of SQLite, where it stands for the log of PostgreSQL",
  unindexed_messages: "lists what the index of words lacks, which a copy fills completely",
  indexed_messages: "belongs to the index of words, which a copy fills",
  stream: "the log of PostgreSQL begins empty, because nobody is connected during the copy",
  nodes: "the servers that run at the moment, of which there are none",
  presence: "who is connected to them",
  counters: "the calls of the last minutes",
};

const copiedTypes = ["text", "int4", "int8"];

/**
 * Derives what to copy from a SQLite schema and that of the other side, of either engine, referenced tables first.
 * Throws if the schemas do not fit together.
 */
export async function planCopy(
  source: RowQueries,
  target: RowQueries,
  { columns: derivedColumns, tables: derivedTables }: typeof derivedSchema,
): Promise<CopiedTable[]> {
  const types = await columnTypes(target);
  // An older schema may lack some; the migration that creates one fills it.
  const derivedNames = await sqliteTableNames(target);
  const tables = new Map<string, CopiedTable & { readonly references: readonly string[] }>();
  for (const name of await copiedTableNames(source)) {
    const derived = derivedColumns.filter(({ table }) => table === name && target.dialect === "postgres");
    const inSource = await sourceColumns(source, name);
    const inTarget = new Map(types.get(name) ?? []);
    const columns = inSource.map(({ name: column }) => {
      const type = inTarget.get(column) ?? "missing";
      inTarget.delete(column);
      if (!copiedTypes.includes(type)) throw new Error(`${name}.${column} cannot be copied: ${type}`);
      return { name: column, type };
    });
    for (const { column } of derived) inTarget.delete(column);
    if (inTarget.size > 0)
      throw new Error(`nothing fills these columns of ${name}: ${[...inTarget.keys()].join(", ")}`);
    const key = inSource.filter(({ pk }) => pk > 0).toSorted((a, b) => a.pk - b.pk);
    if (key.length === 0 || key.some((part) => typeOf(columns, part.name) !== "text"))
      throw new Error(`${name} has no primary key of texts`);
    tables.set(name, {
      name,
      columns,
      key: key.map((part) => part.name),
      derived,
      derivedTables: derivedTables.filter(({ table, from }) => from === name && derivedNames.includes(table)),
      references: await referencedTables(source, name),
    });
  }
  return inOrder(tables);
}

/** The tables of SQLite that are copied: neither views, nor virtual tables and the tables behind those. */
export async function copiedTableNames(source: RowQueries): Promise<string[]> {
  const list = sql<{ name: string }>`(select name from pragma_table_list
    where schema = 'main' and type = 'table' and name not like 'sqlite\\_%' escape '\\')`;
  const rows = await source.sql().selectFrom(list.as("tables")).select("name").orderBy("name").execute();
  return rows.map(({ name }) => name).filter((name) => !Object.hasOwn(uncopiedTables, name));
}

/** All tables of SQLite, virtual ones too; none of PostgreSQL. */
async function sqliteTableNames(target: RowQueries): Promise<string[]> {
  if (target.dialect === "postgres") return [];
  const list = sql<{ name: string }>`(select name from pragma_table_list where schema = 'main')`;
  const rows = await target.sql().selectFrom(list.as("tables")).select("name").execute();
  return rows.map(({ name }) => name);
}

function typeOf(columns: CopiedTable["columns"], name: string): string | undefined {
  return columns.find((column) => column.name === name)?.type;
}

function sourceColumns(source: RowQueries, table: string): Promise<{ name: string; pk: number }[]> {
  const info = sql<{ name: string; pk: number; cid: number }>`pragma_table_info(${table})`;
  return source.sql().selectFrom(info.as("info")).select(["name", "pk"]).orderBy("cid").execute();
}

async function referencedTables(source: RowQueries, table: string): Promise<string[]> {
  const list = sql<{ table: string }>`pragma_foreign_key_list(${table})`;
  const rows = await source.sql().selectFrom(list.as("list")).select("table").distinct().execute();
  return rows.map((row) => row.table);
}

const columnLists = {
  postgres: sql<ColumnType>`(select table_name as "table", column_name as "column", udt_name as type
    from information_schema.columns where table_schema = current_schema())`,
  sqlite: sql<ColumnType>`(select tables.name as "table", info.name as "column", lower(info.type) as type
    from pragma_table_list as tables join pragma_table_info(tables.name) as info
    where tables.schema = 'main' and tables.type = 'table')`,
};

const postgresNames: Readonly<Record<string, string>> = { integer: "int4", bigint: "int8" };

interface ColumnType {
  readonly table: string;
  readonly column: string;
  readonly type: string;
}

/** PostgreSQL's names of the types, by table and column. */
async function columnTypes(target: RowQueries): Promise<Map<string, [column: string, type: string][]>> {
  const list = columnLists[target.dialect];
  const rows = await target.sql().selectFrom(list.as("list")).selectAll().execute();
  const types = new Map<string, [string, string][]>();
  for (const { table, column, type } of rows)
    types.set(table, [...(types.get(table) ?? []), [column, postgresNames[type] ?? type]]);
  return types;
}

/** Puts each table after those that it references, so that no foreign key is ever broken. */
function inOrder<T extends { name: string; references: readonly string[] }>(
  tables: ReadonlyMap<string, T>,
): T[] {
  const ordered = new Set<T>();
  const add = (table: T | undefined, trail: readonly string[]) => {
    if (!table || ordered.has(table)) return;
    if (trail.includes(table.name)) throw new Error(`tables reference each other: ${trail.join(", ")}`);
    for (const name of table.references)
      if (name !== table.name) add(tables.get(name), [...trail, table.name]);
    ordered.add(table);
  };
  for (const table of tables.values()) add(table, []);
  return [...ordered];
}
