import { column, type Migration } from "./kit.ts";

export const users: Migration = {
  name: "users",
  async up(db) {
    await db.schema
      .createTable("users")
      .addColumn("id", column.id, (c) => c.primaryKey().notNull())
      .addColumn("username", column.text, (c) => c.notNull())
      // In lower case, because names are unique regardless of case.
      .addColumn("username_key", column.text, (c) => c.notNull())
      .addColumn("discriminator", column.text, (c) => c.notNull())
      .addColumn("flags", column.count, (c) => c.notNull().defaultTo(0))
      .addColumn("badges", column.count, (c) => c.notNull().defaultTo(0))
      .addColumn("privileged", column.flag, (c) => c.notNull().defaultTo(0))
      .addColumn("policy_acknowledged_at", column.time, (c) => c.notNull())
      .addUniqueConstraint("users_name", ["username_key", "discriminator"])
      .execute();
  },
};
