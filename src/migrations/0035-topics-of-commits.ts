import { column, type ReleasedMigration } from "./kit.ts";

/** The topics of a commit in the log, separated by spaces; null if it may concern anybody. */
export const topicsOfCommits: ReleasedMigration = {
  name: "topics of commits",
  breaks: false,
  async up(db, dialect) {
    // SQLite has no log.
    if (dialect === "postgres")
      await db.schema.alterTable("stream").addColumn("topics", column.text).execute();
  },
};
