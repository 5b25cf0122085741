import { sql } from "kysely";
import { column, type Migration } from "./kit.ts";

/** What several servers on one PostgreSQL share: the log of announcements, the servers themselves and who is connected. */
export const stream: Required<Migration> = {
  name: "stream",
  breaks: false,
  async up(db, dialect) {
    // A server on SQLite is alone.
    if (dialect === "sqlite") return;
    // In microseconds, by the clock of the database.
    const now = sql`(extract(epoch from clock_timestamp()) * 1000000)::bigint`;
    await db.schema
      .createTable("stream")
      .addColumn("position", "bigint", (c) => c.primaryKey().notNull())
      .addColumn("written_us", "bigint", (c) => c.notNull().defaultTo(now))
      .addColumn("announcements", column.json, (c) => c.notNull())
      .execute();
    await sql`create sequence stream_position owned by stream.position`.execute(db);
    await db.schema
      .createTable("nodes")
      .addColumn("id", column.id, (c) => c.primaryKey().notNull())
      .addColumn("host", column.text, (c) => c.notNull())
      .addColumn("version", column.text, (c) => c.notNull())
      .addColumn("position", "bigint", (c) => c.notNull())
      .addColumn("connections", "integer", (c) => c.notNull())
      .addColumn("started_us", "bigint", (c) => c.notNull())
      .addColumn("seen_us", "bigint", (c) => c.notNull())
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
  },
};
