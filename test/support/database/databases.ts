import { join } from "node:path";
import { type Kysely, sql } from "kysely";
import { topicsOfCommits } from "../../../src/migrations/0035-topics-of-commits.ts";
import { createCluster } from "../../../src/migrations/initial/cluster.ts";
import type { Database } from "../../../src/platform/database/port.ts";
import { openPostgres } from "../../../src/platform/database/postgres/postgres.ts";
import { openSqlite } from "../../../src/platform/database/sqlite/sqlite.ts";
import { type Engine, newHome, type TestHome } from "../server/engines.ts";

export interface TestDatabase extends AsyncDisposable {
  readonly database: Database;
  readonly home: TestHome;
  /** Opens a second handle on the same data, as another process would. */
  openAgain(): Database;
}

/** Opens an empty database, which is closed and removed on disposal. */
export async function openTestDatabase(engine: Engine): Promise<TestDatabase> {
  const home = await newHome(engine);
  const opened = new AsyncDisposableStack();
  opened.defer(home.remove);
  const openAgain = () => opened.use(openAt(engine, home));
  return {
    database: openAgain(),
    home,
    openAgain,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** The same with the log of commits, which announcements and snapshots need, and what nodes report to. */
export async function openTestDatabaseWithLog(engine: Engine): Promise<TestDatabase> {
  const opened = await openTestDatabase(engine);
  await createLogTables(opened.database);
  return opened;
}

export async function createLogTables(database: Database): Promise<void> {
  await database.write(async (queries) => {
    if (database.dialect === "postgres") await createCluster(queries.sql());
    await topicsOfCommits.up(queries.sql(), database.dialect);
    await queries.sql().schema.createTable("schema_version").addColumn("version", "integer").execute();
  });
}

export function openAt(engine: Engine, { dataDir, databaseUrl }: TestHome): Database {
  if (engine === "postgres")
    return openPostgres({ url: databaseUrl, poolSize: 10, queryTimeoutMs: 15_000, isShared: true });
  return openSqlite({ path: join(dataDir, "ermine.db"), fsync: true });
}

/** Sets `synchronous_commit` for all later sessions of the database. */
export async function setSynchronousCommit(database: Kysely<unknown>, value: string): Promise<void> {
  const command = `execute format('alter database %I set synchronous_commit = ${value}', current_database())`;
  await sql.raw(`do $$ begin ${command}; end $$`).execute(database);
}
