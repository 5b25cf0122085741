import { column, type ReleasedMigration } from "./kit.ts";

/** The digest of the bytes that were stored, by which changed ones are found. Unknown for what was stored before. */
export const storedDigests: ReleasedMigration = {
  name: "stored digests",
  breaks: false,
  async up(db) {
    await db.schema.alterTable("stored_files").addColumn("sha256", column.text).execute();
  },
};
