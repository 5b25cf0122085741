import { column, type ReleasedMigration } from "./kit.ts";

/** Users without an account, whose messages come from other services. */
export const importedUsers: ReleasedMigration = {
  name: "imported users",
  breaks: false,
  async up(db) {
    await db.schema
      .createTable("imported_users")
      .addColumn("user_id", column.id, (c) =>
        c.primaryKey().notNull().references("users.id").onDelete("cascade"),
      )
      .addColumn("source", column.text, (c) => c.notNull())
      .addColumn("foreign_id", column.text, (c) => c.notNull())
      .addUniqueConstraint("imported_users_foreign", ["source", "foreign_id"])
      .execute();
  },
};
