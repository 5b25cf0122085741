import { column, type Migration } from "./kit.ts";

export const files: Migration = {
  name: "files",
  async up(db) {
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
      .execute();
    await db.schema.createIndex("files_hash").on("files").column("hash").execute();
    await db.schema.createIndex("files_used_by").on("files").columns(["used_by", "used_as"]).execute();
    await db.schema.createIndex("files_deleted").on("files").column("deleted_at").execute();
    await db.schema.createIndex("files_unused").on("files").columns(["used_as", "uploaded_at"]).execute();
  },
};
