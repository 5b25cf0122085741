import { column, type Migration } from "./kit.ts";

export const push: Migration = {
  name: "push",
  async up(db) {
    // Few sessions have a subscription, and a frequent query asks whether there is any.
    await db.schema
      .createIndex("sessions_subscribed")
      .on("sessions")
      .column("user_id")
      .where("subscription" as never, "is not", null)
      .execute();
    // The last badge number that was sent to the device.
    await db.schema
      .createTable("push_badges")
      .addColumn("session_id", column.id, (c) =>
        c.primaryKey().notNull().references("sessions.id").onDelete("cascade"),
      )
      .addColumn("shown", column.count, (c) => c.notNull())
      .execute();
  },
};
