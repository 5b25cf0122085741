import { column, type Migration } from "./kit.ts";

export const bots: Migration = {
  name: "bots",
  async up(db) {
    // For bots only: their owner.
    await db.schema.alterTable("users").addColumn("bot_owner", column.id).execute();
    await db.schema
      .createTable("bots")
      // The id of its user.
      .addColumn("id", column.id, (c) => c.primaryKey().notNull().references("users.id"))
      .addColumn("owner_id", column.id, (c) => c.notNull().references("users.id"))
      .addColumn("token_digest", column.text, (c) => c.notNull().unique())
      // Encrypted, not hashed, because the owner may read it again.
      .addColumn("token", column.text, (c) => c.notNull())
      .addColumn("public", column.flag, (c) => c.notNull().defaultTo(0))
      .addColumn("analytics", column.flag, (c) => c.notNull().defaultTo(0))
      .addColumn("discoverable", column.flag, (c) => c.notNull().defaultTo(0))
      .addColumn("interactions_url", column.text)
      .addColumn("terms_of_service_url", column.text)
      .addColumn("privacy_policy_url", column.text)
      .addColumn("flags", column.count, (c) => c.notNull().defaultTo(0))
      .execute();
    await db.schema.createIndex("bots_owner").on("bots").columns(["owner_id", "id"]).execute();
  },
};
