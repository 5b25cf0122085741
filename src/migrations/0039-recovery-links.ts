import { column, type ReleasedMigration } from "./kit.ts";

/** Links with which an operator lets somebody choose a new password. */
export const recoveryLinks: ReleasedMigration = {
  name: "recovery_links",
  breaks: false,
  async up(db) {
    await db.schema
      .createTable("recovery_links")
      .addColumn("digest", column.text, (c) => c.primaryKey().notNull())
      .addColumn("account_id", column.id, (c) => c.notNull().references("accounts.id").onDelete("cascade"))
      .addColumn("removes_second_factor", column.flag, (c) => c.notNull())
      .addColumn("expires", column.time, (c) => c.notNull())
      .execute();
    await db.schema.createIndex("recovery_links_account").on("recovery_links").column("account_id").execute();
  },
};
