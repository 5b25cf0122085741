/** The control: runs queries directly on the database, without a server, for some seconds. */
import { Database } from "bun:sqlite";
import { join } from "node:path";
import pg from "pg";
import { pin } from "./processes.ts";
import { percentile } from "./table.ts";

export interface Control {
  readonly folder: string;
  readonly databaseUrl: string;
  readonly sql: string;
  /** Each query takes one of these at random. */
  readonly values: readonly (readonly unknown[])[];
  readonly seconds: number;
  readonly core: number;
  /** PostgreSQL can run several queries at once. */
  readonly parallel: number;
}

export interface ControlResult {
  readonly perSecond: number;
  readonly p50Ms: number;
}

const control = JSON.parse(process.argv[2] ?? "{}") as Control;
pin(process.pid, control.core);
const { ask, parallel, close } = control.databaseUrl === "" ? openSqlite() : openPostgres();
const times: number[] = [];
const end = performance.now() + control.seconds * 1_000;
await Promise.all(Array.from({ length: parallel }, askAgain));
await close();
const result: ControlResult = { perSecond: times.length / control.seconds, p50Ms: percentile(times, 0.5) };
console.log(JSON.stringify(result));

async function askAgain(): Promise<void> {
  for (let began = performance.now(); began < end; began = performance.now()) {
    await ask(control.values[Math.floor(Math.random() * control.values.length)] ?? []);
    times.push(performance.now() - began);
  }
}

function openSqlite() {
  const db = new Database(join(control.folder, "ermine.db"), { readonly: true });
  const statement = db.prepare(control.sql);
  return {
    ask: (values: readonly unknown[]) => statement.all(...(values as string[])),
    parallel: 1,
    close: () => db.close(),
  };
}

function openPostgres() {
  const pool = new pg.Pool({ connectionString: control.databaseUrl, max: 10 });
  return {
    ask: (values: readonly unknown[]) => pool.query(control.sql, [...values]),
    parallel: control.parallel,
    close: () => pool.end(),
  };
}
