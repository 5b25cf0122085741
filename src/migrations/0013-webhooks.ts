import { column, type Migration } from "./kit.ts";

export const webhooks: Migration = {
  name: "webhooks",
  async up(db) {
    await db.schema
      .createTable("webhooks")
      .addColumn("id", column.id, (c) => c.primaryKey().notNull())
      .addColumn("channel_id", column.id, (c) => c.notNull().references("channels.id").onDelete("cascade"))
      .addColumn("creator_id", column.id, (c) => c.notNull())
      .addColumn("name", column.text, (c) => c.notNull())
      // A `File` object.
      .addColumn("avatar", column.json)
      .addColumn("permissions", column.bits, (c) => c.notNull())
      .addColumn("token_digest", column.text, (c) => c.notNull())
      // Encrypted, not hashed, because members who manage webhooks may read it again.
      .addColumn("token", column.text, (c) => c.notNull())
      .execute();
    await db.schema.createIndex("webhooks_channel").on("webhooks").columns(["channel_id", "id"]).execute();
  },
};
