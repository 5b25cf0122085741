import type pg from "pg";
import { findPostgres } from "../install/postgres-programs.ts";
import { connectTo, type PostgresInstance, startPostgresInstance } from "./postgres-instance.ts";

interface Running {
  readonly instance: PostgresInstance;
  readonly admin: pg.Client;
  /** How databases are copied from their template. */
  readonly copying: string;
}

let running: Promise<Running | undefined> | undefined;
let databases = 0;

/** Creates a database on the private instance of this run; undefined where PostgreSQL cannot be installed. */
export async function newPostgresDatabase(template = "template1"): Promise<string | undefined> {
  running ??= start();
  const started = await running;
  if (!started) return undefined;
  const name = `ermine_${++databases}`;
  await started.admin.query(`create database ${name} template ${template} ${started.copying}`);
  return `postgres://postgres@127.0.0.1:${started.instance.port}/${name}`;
}

export async function stopPostgres(): Promise<void> {
  const started = await running;
  // A later database needs a new instance.
  running = undefined;
  await started?.admin.end();
  await started?.instance[Symbol.asyncDispose]();
}

/** The process that all others of the private instance descend from. */
export async function postgresPid(): Promise<number | undefined> {
  return (await running)?.instance.pid;
}

async function start(): Promise<Running | undefined> {
  const programs = findPostgres();
  if (!programs) {
    if (process.env.CI) throw new Error("PostgreSQL is needed and could not be installed");
    console.log("skipped: PostgreSQL is not on this machine and could not be installed");
    return undefined;
  }
  const instance = await startPostgresInstance(programs, {
    fsync: "off",
    full_page_writes: "off",
    // It would keep visiting the databases that tests no longer use.
    autovacuum: "off",
    // The usual gigabyte may be memory, and recovers nothing that a test needs.
    max_wal_size: "256MB",
    // Every test server opens twenty connections.
    max_connections: 1_000,
  });
  const admin = await connectTo(instance.port);
  const { rows } = await admin.query(
    "select current_setting('server_version_num')::int >= 150000 as chooses",
  );
  // Less than half of the work of copying through the log, which is the default since PostgreSQL 15.
  return { instance, admin, copying: rows[0].chooses ? "strategy file_copy" : "" };
}
