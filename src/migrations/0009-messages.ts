import { column, type Migration } from "./kit.ts";

export const messages: Migration = {
  name: "messages",
  async up(db) {
    await db.schema
      .createTable("messages")
      // Not bound to the channels: where one goes, its messages follow a few at a time.
      .addColumn("channel_id", column.id, (c) => c.notNull())
      .addColumn("id", column.id, (c) => c.notNull())
      .addColumn("author_id", column.id, (c) => c.notNull())
      .addColumn("content", column.text)
      // What the server itself says.
      .addColumn("system", column.json)
      .addPrimaryKeyConstraint("messages_key", ["channel_id", "id"])
      .execute();
    await db.schema.createIndex("messages_author").on("messages").columns(["author_id", "id"]).execute();
  },
};
