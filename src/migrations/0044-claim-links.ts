import { column, type ReleasedMigration } from "./kit.ts";

/** Links with which people claim an imported history, and the claims that an operator has undone. */
export const claimLinks: ReleasedMigration = {
  name: "claim links",
  breaks: false,
  async up(db) {
    await db.schema.alterTable("imported_users").addColumn("undone_for", column.id).execute();
    await db.schema
      .createTable("claim_links")
      .addColumn("digest", column.text, (c) => c.primaryKey().notNull())
      .addColumn("user_id", column.id, (c) =>
        c.notNull().references("imported_users.user_id").onDelete("cascade"),
      )
      .addColumn("account_id", column.id)
      .addColumn("messages", column.count, (c) => c.notNull())
      .addColumn("expires", column.time, (c) => c.notNull())
      .addColumn("used_by", column.id)
      .execute();
    await db.schema.createIndex("claim_links_user").on("claim_links").column("user_id").execute();
  },
};
