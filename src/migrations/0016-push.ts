import { column, type Migration } from "./kit.ts";

export const push: Migration = {
  name: "push",
  async up(db) {
    // Few have a subscription, and whether anybody has one is asked often.
    await db.schema
      .createIndex("sessions_subscribed")
      .on("sessions")
      .column("user_id")
      .where("subscription" as never, "is not", null)
      .execute();
    // The number that a device shows on the app, as far as it was told one.
    await db.schema
      .createTable("push_badges")
      .addColumn("session_id", column.id, (c) =>
        c.primaryKey().notNull().references("sessions.id").onDelete("cascade"),
      )
      .addColumn("shown", column.count, (c) => c.notNull())
      .execute();
  },
};
