import { column, type Migration } from "./kit.ts";

export const groups: Migration = {
  name: "groups",
  async up(db) {
    // Of groups alone.
    await db.schema
      .alterTable("channels")
      .addColumn("owner_id", column.id, (c) => c.references("users.id"))
      .execute();
    // What its people may do; the usual where it is empty.
    await db.schema.alterTable("channels").addColumn("permissions", column.bits).execute();
  },
};
