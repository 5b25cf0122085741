import { sql } from "kysely";
import { CommandError } from "../../declare/command.ts";
import { readVersion } from "../../platform/database/migrate.ts";
import type { Database } from "../../platform/database/port.ts";

/** Throws unless the database can store every character. */
export async function assertUtf8(target: Database): Promise<void> {
  if (target.dialect === "sqlite") return;
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
}

const tableLists = {
  postgres: sql<{ name: string }>`(select table_name as name from information_schema.tables
    where table_schema = current_schema())`,
  sqlite: sql<{ name: string }>`(select name from sqlite_schema where type = 'table')`,
};

/** Those of the tables that the database has. */
export async function presentTables(target: Database, names: readonly string[]): Promise<string[]> {
  const rows = await target.read((queries) =>
    queries
      .sql()
      .selectFrom(tableLists[target.dialect].as("tables"))
      .select("name")
      .where("name", "in", names)
      .execute(),
  );
  return rows.map(({ name }) => name);
}

/** Throws, and names some of the tables, if one of them has a row. */
export async function assertNoRows(target: Database, names: readonly string[]): Promise<void> {
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
  if (filled.length === 0) return;
  const some = `${filled.slice(0, 3).join(", ")}${filled.length > 3 ? ", …" : ""}`;
  throw new CommandError(
    target.dialect === "postgres"
      ? `The PostgreSQL database already holds data of Ermine (${some}). Use an empty database: \`createdb NAME\` creates one.`
      : `ermine.db in data_dir already holds data of Ermine (${some}). Set data_dir to an empty directory, or move the old one away.`,
  );
}

/** The version of the schema; 0 for a database without tables. */
export async function versionOf(target: Database): Promise<number> {
  const [table] = await presentTables(target, ["schema_version"]);
  return table === undefined ? 0 : target.read(readVersion);
}
