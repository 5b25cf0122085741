import { column, type ReleasedMigration } from "./kit.ts";

/** A column that nothing uses any more: the topics of a commit in the log. */
export const topicsOfCommits: ReleasedMigration = {
  name: "topics of commits",
  breaks: false,
  async up(db, dialect) {
    // SQLite has no log.
    if (dialect === "postgres")
      await db.schema.alterTable("stream").addColumn("topics", column.text).execute();
  },
};
