import type { Kysely } from "kysely";
import { column } from "../kit.ts";

export async function createSystem(db: Kysely<never>): Promise<void> {
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
    // The account that the job is for, so that the jobs of one account cannot keep those of others waiting.
    .addColumn("on_behalf_of", column.id)
    .execute();
  await db.schema.createIndex("jobs_due").on("jobs").columns(["failed", "run_at"]).execute();
  await db.schema
    .createTable("outbox")
    .addColumn("id", column.id, (c) => c.primaryKey().notNull())
    .addColumn("announcement", column.json, (c) => c.notNull())
    .execute();
  await db.schema.createIndex("jobs_turns").on("jobs").columns(["name", "on_behalf_of"]).execute();
  // What operators did, by the command line or the admin page.
  await db.schema
    .createTable("operator_actions")
    .addColumn("id", column.id, (c) => c.primaryKey().notNull())
    .addColumn("source", column.text, (c) => c.notNull())
    .addColumn("actor", column.text, (c) => c.notNull())
    .addColumn("action", column.text, (c) => c.notNull())
    .addColumn("target", column.text)
    .addColumn("details", column.json, (c) => c.notNull())
    .execute();
}
