import { column, type Migration } from "./kit.ts";

export const system: Migration = {
  name: "system",
  async up(db) {
    await db.schema
      .createTable("meta")
      .addColumn("key", column.text, (c) => c.primaryKey().notNull())
      .addColumn("value", column.text, (c) => c.notNull())
      .execute();
    await db.schema
      .createTable("jobs")
      .addColumn("id", column.id, (c) => c.primaryKey().notNull())
      .addColumn("name", column.text, (c) => c.notNull())
      .addColumn("payload", column.json, (c) => c.notNull())
      .addColumn("run_at", column.time, (c) => c.notNull())
      .addColumn("attempts", column.count, (c) => c.notNull().defaultTo(0))
      .addColumn("leased_until", column.time, (c) => c.notNull().defaultTo(0))
      .addColumn("failed", column.flag, (c) => c.notNull().defaultTo(0))
      .addColumn("last_error", column.text)
      .execute();
    await db.schema.createIndex("jobs_due").on("jobs").columns(["failed", "run_at"]).execute();
    await db.schema
      .createTable("outbox")
      .addColumn("id", column.id, (c) => c.primaryKey().notNull())
      .addColumn("announcement", column.json, (c) => c.notNull())
      .execute();
  },
};
