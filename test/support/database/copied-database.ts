import { Database as Handle } from "bun:sqlite";
import { join } from "node:path";
import { SQL } from "bun";
import { newPostgresDatabase } from "../postgres/postgres.ts";
import { runErmine } from "../processes/program.ts";
import type { Engine, TestHome } from "../server/engines.ts";
import { newMigratedHome } from "./migrated-home.ts";

/** A home with a SQLite database that has one account, and an empty PostgreSQL database to copy it into. */
export interface CopyHome extends Disposable {
  readonly home: TestHome;
  /** The same data directory, with the copy as the database. */
  readonly copy: TestHome;
  readonly url: string;
  /** Opens the SQLite file, as a tool of the operator would. */
  openFile(): Handle;
}

export async function newCopyHome(): Promise<CopyHome> {
  const home = await newMigratedHome("sqlite");
  const url = (await newPostgresDatabase()) ?? "";
  const { code, stderr } = await runErmine(home, ["accounts", "create", "ann@example.com"]);
  if (code !== 0) throw new Error(stderr);
  return {
    home,
    url,
    copy: { ...home, databaseUrl: url },
    openFile: () => openFile(home),
    [Symbol.dispose]: home.remove,
  };
}

export function openFile({ dataDir }: Pick<TestHome, "dataDir">): Handle {
  const handle = new Handle(join(dataDir, "ermine.db"));
  handle.run("pragma busy_timeout = 5000");
  handle.run("pragma foreign_keys = on");
  return handle;
}

/** Adds messages with words of their own in one channel. */
export function addMessages(handle: Handle, count: number): void {
  const insert = handle.prepare(
    "insert into messages (channel_id, id, author_id, content) values (?, ?, ?, ?)",
  );
  handle.transaction(() => {
    for (let index = 0; index < count; index++)
      insert.run("channel", `message-${String(index).padStart(9, "0")}`, "ann", `some words, number${index}`);
  })();
}

type Rows = Record<string, unknown>[];

/** Runs a query on PostgreSQL without the program under test. */
export async function queryPostgres(url: string, text: string): Promise<Rows> {
  await using session = openSession(url);
  return await session.query(text);
}

/** A connection for several such queries: to connect takes longer than most of them. */
export function openSession(url: string): { query(text: string): Promise<Rows> } & AsyncDisposable {
  const client = new SQL({ url, max: 1 });
  return {
    query: async (text) => [...(await client.unsafe(text))],
    [Symbol.asyncDispose]: () => client.close(),
  };
}

/** All rows of the named tables, each as JSON, sorted. Columns that only PostgreSQL has are left out. */
export async function readTables(
  engine: Engine,
  { home, url }: Pick<CopyHome, "home" | "url">,
  columns: ReadonlyMap<string, readonly string[]>,
): Promise<Record<string, string[]>> {
  const dump: Record<string, string[]> = {};
  using handle = openFile(home);
  await using session = engine === "postgres" ? openSession(url) : undefined;
  for (const [table, names] of columns) {
    const text = `select ${names.map((name) => `cast("${name}" as text) as "${name}"`).join(", ")} from "${table}"`;
    const rows = session ? await session.query(text) : handle.query(text).all();
    dump[table] = rows.map((row) => JSON.stringify(row)).sort();
  }
  return dump;
}

/** The columns of all tables that both engines have, read from the schema of SQLite. */
export function tableColumns({ home }: Pick<CopyHome, "home">): Map<string, string[]> {
  using handle = openFile(home);
  const all = handle
    .query<{ table: string; column: string }, []>(
      `select tables.name as "table", info.name as "column"
       from pragma_table_list as tables join pragma_table_info(tables.name) as info
       where tables.schema = 'main' and tables.type = 'table' and tables.name not like 'sqlite_%'
         and tables.name not in ('commit_count', 'schema_version', 'unindexed_messages', 'indexed_messages')
       order by tables.name, info.cid`,
    )
    .all();
  const columns = new Map<string, string[]>();
  for (const { table, column } of all) columns.set(table, [...(columns.get(table) ?? []), column]);
  return columns;
}
