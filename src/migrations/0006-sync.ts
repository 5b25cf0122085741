import { column, type Migration } from "./kit.ts";

export const sync: Migration = {
  name: "sync",
  async up(db) {
    await db.schema
      .createTable("user_settings")
      .addColumn("user_id", column.id, (c) => c.notNull().references("users.id").onDelete("cascade"))
      .addColumn("key", column.text, (c) => c.notNull())
      .addColumn("written_at", column.time, (c) => c.notNull())
      .addColumn("value", column.text, (c) => c.notNull())
      .addPrimaryKeyConstraint("user_settings_key", ["user_id", "key"])
      .execute();
    await db.schema
      .createTable("channel_unreads")
      .addColumn("user_id", column.id, (c) => c.notNull().references("users.id").onDelete("cascade"))
      // No foreign key: after a channel is deleted, a job deletes these rows in small batches.
      .addColumn("channel_id", column.id, (c) => c.notNull())
      .addColumn("last_id", column.id, (c) => c.notNull())
      .addPrimaryKeyConstraint("channel_unreads_key", ["user_id", "channel_id"])
      .execute();
    await db.schema
      .createTable("policy_changes")
      .addColumn("id", column.id, (c) => c.primaryKey().notNull())
      .addColumn("created_at", column.time, (c) => c.notNull())
      .addColumn("effective_at", column.time, (c) => c.notNull())
      .addColumn("description", column.text, (c) => c.notNull())
      .addColumn("url", column.text, (c) => c.notNull())
      .execute();
  },
};
