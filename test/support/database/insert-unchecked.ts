import { Database } from "bun:sqlite";
import { join } from "node:path";
import pg from "pg";
import type { TestServer } from "../server/server.ts";
import { until } from "../until.ts";

export type PlainRow = Readonly<Record<string, string | number>>;

export interface UncheckedInsert extends AsyncDisposable {
  insert(table: string, row: PlainRow): Promise<unknown>;
}

/** Inserts rows whose references may lead nowhere. */
export async function openUncheckedInsert({ engine, home }: TestServer): Promise<UncheckedInsert> {
  const statement = (table: string, row: PlainRow) => {
    const names = Object.keys(row).map((name) => `"${name}"`);
    return `insert into "${table}" (${names}) values (${names.map((_, at) => `$${at + 1}`)})`;
  };
  if (engine === "sqlite") {
    const handle = new Database(join(home.dataDir, "ermine.db"));
    handle.run("pragma foreign_keys = off");
    return {
      async insert(table, row) {
        // The server, on this thread, may have to end a transaction first.
        await until(() => runUnlessBusy(handle, statement(table, row), Object.values(row)));
        // The server reads in one transaction for each turn of the event loop.
        await Bun.sleep(1);
      },
      [Symbol.asyncDispose]: async () => handle.close(),
    };
  }
  const client = new pg.Client(home.databaseUrl);
  await client.connect();
  await client.query("set session_replication_role = replica");
  return {
    insert: (table, row) => client.query(statement(table, row), Object.values(row)),
    [Symbol.asyncDispose]: () => client.end(),
  };
}

function runUnlessBusy(handle: Database, text: string, values: (string | number)[]): boolean {
  try {
    handle.run(text, values);
    return true;
  } catch (error) {
    if ((error as { code?: string }).code !== "SQLITE_BUSY") throw error;
    return false;
  }
}
