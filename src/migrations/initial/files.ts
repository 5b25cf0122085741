import type { Kysely } from "kysely";
import { column } from "../kit.ts";

export async function createFiles(db: Kysely<never>): Promise<void> {
  // The stored content, once for all uploads of the same bytes.
  await db.schema
    .createTable("stored_files")
    // SHA-256 of the uploaded bytes.
    .addColumn("hash", column.text, (c) => c.primaryKey().notNull())
    .addColumn("blob_key", column.text, (c) => c.notNull().unique())
    .addColumn("content_type", column.text, (c) => c.notNull())
    .addColumn("metadata", column.json, (c) => c.notNull())
    .addColumn("size", column.time, (c) => c.notNull())
    .addColumn("stored_at", column.time, (c) => c.notNull())
    .execute();
  await db.schema
    .createTable("files")
    .addColumn("id", column.text, (c) => c.primaryKey().notNull())
    .addColumn("tag", column.text, (c) => c.notNull())
    .addColumn("filename", column.text, (c) => c.notNull())
    .addColumn("hash", column.text, (c) => c.notNull().references("stored_files.hash"))
    .addColumn("uploader_id", column.id, (c) => c.notNull())
    .addColumn("uploaded_at", column.time, (c) => c.notNull())
    // What the file is used for, and by which object: both or neither.
    .addColumn("used_as", column.text)
    .addColumn("used_by", column.id)
    .addColumn("deleted_at", column.time)
    // How many open reports there are of objects that use the file; it is kept while there are any.
    .addColumn("reported", column.count, (c) => c.notNull().defaultTo(0))
    // The user whose quota the file counts towards: of a bot the owner, of a webhook its creator.
    .addColumn("charged_to", column.id, (c) => c.notNull().defaultTo(""))
    .execute();
  await db.schema.createIndex("files_hash").on("files").column("hash").execute();
  await db.schema.createIndex("files_used_by").on("files").columns(["used_by", "used_as"]).execute();
  await db.schema.createIndex("files_deleted").on("files").column("deleted_at").execute();
  await db.schema.createIndex("files_unused").on("files").columns(["used_as", "uploaded_at"]).execute();
  // The bytes that count towards the storage quotas of each user.
  await db.schema
    .createTable("storage_usage")
    .addColumn("user_id", column.id, (c) => c.primaryKey().notNull())
    // Of the files that objects use and that are not deleted.
    .addColumn("claimed_bytes", "bigint", (c) => c.notNull())
    // The last day with an upload, in days since 1970, and the bytes uploaded on it.
    .addColumn("day", column.count, (c) => c.notNull())
    .addColumn("day_bytes", "bigint", (c) => c.notNull())
    .execute();
}
