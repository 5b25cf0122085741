import { column, type ReleasedMigration } from "./kit.ts";

/** Another value after every change of a user, so that what was read of them can be used for as long as it holds. */
export const revisionsOfUsers: ReleasedMigration = {
  name: "revisions of users",
  breaks: false,
  async up(db) {
    await db.schema
      .alterTable("users")
      .addColumn("revision", column.id, (c) => c.notNull().defaultTo(""))
      .execute();
  },
};
