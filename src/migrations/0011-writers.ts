import { sql } from "kysely";
import { column, type Migration } from "./kit.ts";

/** Which users have written in which channels. An index of all messages by author cost more than the rest of a message. */
export const writers: Migration = {
  name: "writers",
  async up(db) {
    await db.schema
      .createTable("writers")
      .addColumn("author_id", column.id, (c) => c.notNull())
      .addColumn("channel_id", column.id, (c) => c.notNull())
      .addPrimaryKeyConstraint("writers_key", ["author_id", "channel_id"])
      .execute();
    await db.schema.createIndex("writers_channel").on("writers").column("channel_id").execute();
    await sql`insert into writers (author_id, channel_id) select distinct author_id, channel_id from messages`.execute(
      db,
    );
    await db.schema.dropIndex("messages_author").execute();
  },
};
