import { column, type ReleasedMigration } from "./kit.ts";

/** Another value after every change of a user, so that what was read of them can be used for as long as it holds. */
export const revisionsOfUsers: ReleasedMigration = {
  name: "revisions of users",
  breaks: false,
  async up(db, dialect) {
    await db.schema
      .alterTable("users")
      .addColumn("revision", column.id, (c) => c.notNull().defaultTo(""))
      .execute();
    if (dialect !== "sqlite") return;
    // Ready reads no more than this of each relation. SQLite takes half the time if it finds it in an index.
    await db.schema.createIndex("users_revision").on("users").columns(["id", "revision"]).execute();
    await db.schema
      .createIndex("relations_shown")
      .on("relations")
      .columns(["user_id", "other_id", "status", "since"])
      .execute();
  },
};
