import { column, type ReleasedMigration } from "./kit.ts";

/** Invites that end, and invites for a number of people. Those from before do neither. */
export const limitedInvites: ReleasedMigration = {
  name: "limited invites",
  breaks: false,
  async up(db) {
    await db.schema.alterTable("invites").addColumn("expires_at", column.time).execute();
    await db.schema.alterTable("invites").addColumn("max_uses", column.count).execute();
    await db.schema
      .alterTable("invites")
      .addColumn("uses", column.count, (c) => c.notNull().defaultTo(0))
      .execute();
  },
};
