import { sql } from "kysely";
import { column, type ReleasedMigration } from "./kit.ts";

/** Where the search index of SQLite is behind. PostgreSQL's has no table of its own. */
export const unindexedMessages: ReleasedMigration = {
  name: "unindexed messages",
  breaks: false,
  async up(db, dialect) {
    if (dialect === "postgres") return;
    await db.schema
      .createTable("unindexed_messages")
      .addColumn("channel_id", column.id, (c) => c.primaryKey().notNull())
      .addColumn("first_id", column.id, (c) => c.notNull())
      .modifyEnd(sql`without rowid`)
      .execute();
  },
};
