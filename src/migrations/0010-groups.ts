import { column, type Migration } from "./kit.ts";

export const groups: Migration = {
  name: "groups",
  async up(db) {
    // For groups only.
    await db.schema
      .alterTable("channels")
      .addColumn("owner_id", column.id, (c) => c.references("users.id"))
      .execute();
    // The permissions of the recipients; null means the default permissions.
    await db.schema.alterTable("channels").addColumn("permissions", column.bits).execute();
  },
};
