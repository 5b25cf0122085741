import { sql } from "kysely";
import { column, type Migration } from "./kit.ts";

export const expelledCreatorsAndMessageOrder: Migration = {
  name: "expelled creators and message order",
  async up(db) {
    // Whether others removed the creator of a webhook from its server or group.
    await db.schema
      .alterTable("webhooks")
      .addColumn("creator_expelled", column.flag, (c) => c.notNull().defaultTo(0))
      .execute();
    // The greatest id that a message of the channel ever had, deleted or not: new ids are greater.
    await db.schema.alterTable("channels").addColumn("greatest_message_id", column.id).execute();
    await sql`update channels set greatest_message_id = last_message_id`.execute(db);
  },
};
