import { type Kysely, sql } from "kysely";
import { column } from "../kit.ts";

/** What several servers on one PostgreSQL share: the log of announcements, the servers themselves, who is connected, and counts. */
export async function createCluster(db: Kysely<never>): Promise<void> {
  await createCommitLog(db);
  await createNodes(db);
  await createCounters(db);
}

async function createCommitLog(db: Kysely<never>): Promise<void> {
  // In microseconds, by the clock of the database.
  const now = sql`(extract(epoch from clock_timestamp()) * 1000000)::bigint`;
  await db.schema
    .createTable("stream")
    .addColumn("position", "bigint", (c) => c.primaryKey().notNull())
    .addColumn("written_us", "bigint", (c) => c.notNull().defaultTo(now))
    .addColumn("announcements", column.json, (c) => c.notNull())
    .execute();
  await sql`create sequence stream_position owned by stream.position`.execute(db);
}

async function createNodes(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("nodes")
    .addColumn("id", column.id, (c) => c.primaryKey().notNull())
    .addColumn("host", column.text, (c) => c.notNull())
    .addColumn("version", column.text, (c) => c.notNull())
    .addColumn("position", "bigint", (c) => c.notNull())
    .addColumn("connections", "integer", (c) => c.notNull())
    .addColumn("started_us", "bigint", (c) => c.notNull())
    .addColumn("seen_us", "bigint", (c) => c.notNull())
    // The newest version of the schema that the node knows.
    .addColumn("schema_version", column.count, (c) => c.notNull().defaultTo(0))
    .execute();
  // Both are written often and hold nothing that outlives the processes: unlogged tables are empty after a crash.
  await sql`alter table nodes set unlogged`.execute(db);
  await sql`create unlogged table presence (
    node_id text not null references nodes (id) on delete cascade,
    user_id text not null,
    connections integer not null,
    is_shown boolean not null,
    primary key (node_id, user_id)
  )`.execute(db);
}

async function createCounters(db: Kysely<never>): Promise<void> {
  // Counters of rate limits. SQLite has one server, which counts in memory.
  await db.schema
    .createTable("counters")
    // Not in the log of PostgreSQL: a crash may forget the counts, and a count need not wait for the disk.
    .modifyFront(sql`unlogged`)
    .addColumn("key", column.text, (c) => c.notNull())
    .addColumn("window_ms", column.time, (c) => c.notNull())
    .addColumn("used", column.count, (c) => c.notNull())
    // Whether the last call was within the limit.
    .addColumn("allowed", column.flag, (c) => c.notNull())
    .addColumn("ends_at", column.time, (c) => c.notNull())
    .addPrimaryKeyConstraint("counters_pkey", ["window_ms", "key"])
    .execute();
}
