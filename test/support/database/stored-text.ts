import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { TestServer } from "../server/server.ts";
import { listTableNames } from "./table-names.ts";

/** All rows of all tables as one text, and with SQLite the bytes of the database files. */
export async function storedText({ running, engine, home }: TestServer): Promise<string> {
  const rows = await running.store.read(async (db) => {
    const names = await listTableNames(db);
    const tables = db.sql<Record<string, object>>();
    return Promise.all(names.map((name) => tables.selectFrom(name).selectAll().execute()));
  });
  const text = rows.map((table) => JSON.stringify(table)).join("\n");
  return engine === "sqlite" ? text + filesOf(home.dataDir) : text;
}

/** Deleted rows stay in the pages of a file until they are overwritten. */
function filesOf(folder: string): string {
  const names = readdirSync(folder).filter((name) => name.startsWith("ermine.db"));
  return names.map((name) => readFileSync(join(folder, name), "latin1")).join("\n");
}
