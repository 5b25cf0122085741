import { sql } from "kysely";
import { column, type Migration } from "./kit.ts";

/** Counters of rate limits that several servers share. SQLite has one server, which counts in memory. */
export const counters: Required<Migration> = {
  name: "counters",
  breaks: false,
  async up(db, dialect) {
    if (dialect === "sqlite") return;
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
  },
};
