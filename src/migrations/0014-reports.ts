import { column, type Migration } from "./kit.ts";

export const reports: Migration = {
  name: "reports",
  async up(db) {
    await db.schema
      .createTable("reports")
      .addColumn("id", column.id, (c) => c.primaryKey().notNull())
      .addColumn("author_id", column.id, (c) => c.notNull())
      // What is reported, and why, as it was said.
      .addColumn("content", column.json, (c) => c.notNull())
      .addColumn("additional_context", column.text, (c) => c.notNull())
      .addColumn("status", column.text, (c) => c.notNull())
      // Of rejected ones alone.
      .addColumn("rejection_reason", column.text)
      .addColumn("notes", column.text, (c) => c.notNull())
      .addColumn("closed_at", column.time)
      .execute();
    await db.schema.createIndex("reports_status").on("reports").columns(["status", "id"]).execute();
    // What was reported, as it was in that moment; it may change or go afterwards.
    await db.schema
      .createTable("report_snapshots")
      .addColumn("id", column.id, (c) => c.primaryKey().notNull())
      .addColumn("report_id", column.id, (c) => c.notNull().references("reports.id").onDelete("cascade"))
      .addColumn("content", column.json, (c) => c.notNull())
      .execute();
    await db.schema
      .createIndex("report_snapshots_report")
      .on("report_snapshots")
      .column("report_id")
      .execute();
  },
};
