import { type Kysely, sql } from "kysely";
import type { Migration } from "../../migrations/kit.ts";
import { isLive, leaseMs } from "../nodes/lease.ts";
import type { Database, WriteQueries } from "./port.ts";
import { UpgradeRefused } from "./upgrade-errors.ts";

interface NodesTable {
  nodes: { host: string; version: string };
}

const defaults = { lockMs: 1_000, pauseMs: 500, attempts: 60, statementMs: 5_000, idleMs: 2_000 };

/**
 * Upgrades PostgreSQL while nodes may run on it. Upgrades wait for each other. An upgrade with which the nodes could
 * not keep working is refused. Others do not block the nodes for long: everybody else would queue behind a statement
 * that waits for a lock, so it gives up soon and the upgrade is retried.
 */
export async function upgradeWhileNodesRun(
  database: Database,
  missing: readonly Migration[],
  upgrade: (queries: WriteQueries) => Promise<void>,
  { lockMs, pauseMs, attempts, statementMs, idleMs } = defaults,
): Promise<void> {
  const breaking = missing.filter(({ breaks }) => breaks !== false);
  const mayHaveNodes = await hasNodesTable(database);
  const attempt = async (queries: WriteQueries) => {
    const db = queries.sql<NodesTable>();
    // The locks come first, since they take no snapshot: what the upgrade reads is as those before it have left it. Nodes
    // read the version every second, which this mode allows.
    await sql`lock table schema_version in share row exclusive mode`.execute(db);
    await set(db, "lock_timeout", lockMs);
    // A starting node cannot register before the end of an upgrade with which it could not keep working.
    if (mayHaveNodes && breaking.length > 0) await sql`lock table nodes in share mode`.execute(db);
    const live = mayHaveNodes ? await liveNodes(db) : [];
    if (live.length > 0) {
      if (breaking[0]) throw refusal(breaking[0], live);
      await set(db, "statement_timeout", statementMs);
      // A node that is frozen in the middle of its upgrade keeps its tables locked.
      await set(db, "idle_in_transaction_session_timeout", idleMs);
    }
    await upgrade(queries);
  };
  for (let attempted = 1; ; attempted++) {
    try {
      return await database.write(attempt, { isLong: true });
    } catch (error) {
      const { code } = error as { code?: unknown };
      if (code === statementTooLong) throw new UpgradeRefused(tooLong, { cause: error });
      if (code !== lockNotAvailable) throw error;
      if (attempted === attempts) throw new UpgradeRefused(tablesInUse, { cause: error });
      await Bun.sleep(pauseMs);
    }
  }
}

const [lockNotAvailable, statementTooLong] = ["55P03", "57014"];

const tooLong =
  "The upgrade of the database takes too long while nodes are running, and was undone. Stop all nodes, then start this one again.";
const tablesInUse =
  "The database cannot be upgraded while a long transaction, such as a backup, uses its tables. Wait for its end, then try again.";

function refusal({ name, breaks }: Migration, live: readonly NodesTable["nodes"][]): UpgradeRefused {
  const nodes = live.map(({ host, version }) => `${host} (${version})`).join(", ");
  const reason = breaks ? `${name}: ${breaks}` : name;
  return new UpgradeRefused(
    `This upgrade of the database (${reason}) needs all nodes to be stopped, but some are running: ${nodes}. ` +
      `Stop them, then start this one again; a killed node still counts for ${leaseMs / 1_000} seconds.`,
  );
}

async function hasNodesTable(database: Database): Promise<boolean> {
  const isThere = sql<boolean>`to_regclass('nodes') is not null`.as("there");
  return (await database.read((queries) => queries.sql().selectNoFrom(isThere).executeTakeFirstOrThrow()))
    .there;
}

function liveNodes(db: Kysely<NodesTable>): Promise<NodesTable["nodes"][]> {
  return db
    .selectFrom("nodes")
    .select(["host", "version"])
    .where(sql<boolean>`${sql.raw(isLive)}`)
    .execute();
}

async function set(db: Kysely<NodesTable>, setting: string, ms: number): Promise<void> {
  await sql`set local ${sql.raw(setting)} = ${sql.lit(ms)}`.execute(db);
}
