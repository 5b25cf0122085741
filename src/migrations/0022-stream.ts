import { sql } from "kysely";
import { column, type Migration } from "./kit.ts";

/** What several servers on one PostgreSQL share: the log of announcements, the servers themselves and who is connected. */
export const stream: Migration = {
  name: "stream",
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
  },
};
