import { column, type ReleasedMigration } from "./kit.ts";

/** Imported users whose messages belong to an account, and what that changed. */
export const claims: ReleasedMigration = {
  name: "claims",
  breaks: false,
  async up(db) {
    await db.schema.alterTable("imported_users").addColumn("claimed_by", column.id).execute();
    await db.schema
      .createTable("claim_changes")
      .addColumn("user_id", column.id, (c) =>
        c.notNull().references("imported_users.user_id").onDelete("cascade"),
      )
      .addColumn("kind", column.text, (c) => c.notNull())
      .addColumn("target", column.text, (c) => c.notNull())
      .addColumn("before", column.json, (c) => c.notNull())
      .addPrimaryKeyConstraint("claim_changes_key", ["user_id", "kind", "target"])
      .execute();
  },
};
