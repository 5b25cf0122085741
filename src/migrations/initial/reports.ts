import type { Kysely } from "kysely";
import { column } from "../kit.ts";

export async function createReports(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("reports")
    .addColumn("id", column.id, (c) => c.primaryKey().notNull())
    .addColumn("author_id", column.id, (c) => c.notNull())
    // The reported object and the reason, as the client sent them.
    .addColumn("content", column.json, (c) => c.notNull())
    .addColumn("additional_context", column.text, (c) => c.notNull())
    .addColumn("status", column.text, (c) => c.notNull())
    // For rejected reports only.
    .addColumn("rejection_reason", column.text)
    .addColumn("notes", column.text, (c) => c.notNull())
    .addColumn("closed_at", column.time)
    .execute();
  await db.schema.createIndex("reports_status").on("reports").columns(["status", "id"]).execute();
  // The reported object as it was at the time of the report; it may be changed or deleted afterwards.
  await db.schema
    .createTable("report_snapshots")
    .addColumn("id", column.id, (c) => c.primaryKey().notNull())
    .addColumn("report_id", column.id, (c) => c.notNull().references("reports.id").onDelete("cascade"))
    .addColumn("content", column.json, (c) => c.notNull())
    .execute();
  await db.schema.createIndex("report_snapshots_report").on("report_snapshots").column("report_id").execute();
}
