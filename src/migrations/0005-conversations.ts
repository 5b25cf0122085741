import { column, type Migration } from "./kit.ts";

export const conversations: Migration = {
  name: "conversations",
  async up(db) {
    await db.schema
      .createTable("channels")
      .addColumn("id", column.id, (c) => c.primaryKey().notNull())
      .addColumn("kind", column.text, (c) => c.notNull())
      // The users of a direct conversation, sorted: there is one for each pair, and one for the saved messages of a user.
      .addColumn("pair", column.text, (c) => c.unique())
      .addColumn("active", column.flag, (c) => c.notNull().defaultTo(1))
      .addColumn("last_message_id", column.id)
      .execute();
    await db.schema
      .createTable("channel_recipients")
      .addColumn("channel_id", column.id, (c) => c.notNull().references("channels.id").onDelete("cascade"))
      .addColumn("user_id", column.id, (c) => c.notNull().references("users.id").onDelete("cascade"))
      // The order of the recipients.
      .addColumn("position", column.count, (c) => c.notNull())
      .addPrimaryKeyConstraint("channel_recipients_key", ["channel_id", "user_id"])
      .execute();
    await db.schema
      .createIndex("channel_recipients_user")
      .on("channel_recipients")
      .column("user_id")
      .execute();
  },
};
