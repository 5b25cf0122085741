import { sql } from "kysely";
import type { Database, WriteQueries } from "../../../src/platform/database/port.ts";

/** The schema as text to read and to compare: the same for every database that took the same steps. */
export async function describeSchema(database: Database): Promise<string> {
  const parts = await database.write(database.dialect === "sqlite" ? describeSqlite : describePostgres);
  return `${parts.join("\n\n")}\n`;
}

async function describeSqlite(queries: WriteQueries): Promise<string[]> {
  const { rows } = await sql<{ sql: string }>`
    select sql from sqlite_master where sql is not null
    order by tbl_name, case type when 'table' then 0 else 1 end, name
  `.execute(queries.sql());
  return rows.map((row) => `${spread(row.sql)};`);
}

/** One column or constraint a line. */
function spread(statement: string): string {
  if (!/^create table/i.test(statement)) return statement;
  let depth = 0;
  const pieces = statement.split(/('(?:[^']|'')*'|"(?:[^"]|"")*"|[(),]\s*)/).map((piece) => {
    if (piece.startsWith("(")) return depth++ === 0 ? "(\n  " : piece;
    if (piece.startsWith(")")) return --depth === 0 ? piece.replace(")", "\n)") : piece;
    return piece.startsWith(",") && depth === 1 ? ",\n  " : piece;
  });
  return pieces.join("");
}

async function describePostgres(queries: WriteQueries): Promise<string[]> {
  const { rows: tables } = await sql<{ oid: number; name: string; unlogged: boolean }>`
    select oid::integer as oid, relname as name, relpersistence = 'u' as unlogged from pg_class
    where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
    order by relname collate "C"
  `.execute(queries.sql());
  return Promise.all(
    tables.map(async ({ oid, name, unlogged }) => {
      const lines = [
        await columns(queries, oid),
        await constraints(queries, oid),
        await indexesAndTriggers(queries, oid),
      ];
      return [`${unlogged ? "unlogged " : ""}table ${name}`, ...lines.flat().map((line) => `  ${line}`)].join(
        "\n",
      );
    }),
  );
}

async function columns(queries: WriteQueries, table: number): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select concat_ws(
      ' ',
      attname,
      format_type(atttypid, atttypmod),
      case when attcollation not in (0, typcollation) then 'collate ' || attcollation::regcollation end,
      case when attstorage <> typstorage then 'storage ' || attstorage::text end,
      case when attnotnull then 'not null' end,
      case attgenerated when '' then 'default ' else 'generated as ' end || pg_get_expr(adbin, adrelid)
    ) as line
    from pg_attribute
    join pg_type on pg_type.oid = atttypid
    left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attrelid = ${table} and attnum > 0 and not attisdropped
    order by attnum
  `.execute(queries.sql());
  return rows.map(({ line }) => line);
}

/** `not null` constraints are left out: the columns show them, and only newer PostgreSQL versions list them. */
async function constraints(queries: WriteQueries, table: number): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select 'constraint ' || conname || ' ' || pg_get_constraintdef(oid) as line
    from pg_constraint where conrelid = ${table} and contype <> 'n'
    order by conname collate "C"
  `.execute(queries.sql());
  return rows.map(({ line }) => line);
}

/** Indexes that do not belong to a constraint, and triggers. */
async function indexesAndTriggers(queries: WriteQueries, table: number): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select pg_get_indexdef(indexrelid) as line
    from pg_index
    where indrelid = ${table} and not exists (select from pg_constraint where conindid = indexrelid and contype <> 'f')
    union all
    select pg_get_triggerdef(oid) from pg_trigger where tgrelid = ${table} and not tgisinternal
  `.execute(queries.sql());
  return rows.map(({ line }) => line).sort();
}
