import { column, type Migration } from "./kit.ts";

export const serverRevisions: Migration = {
  name: "server revisions",
  async up(db) {
    // Another value after every change of the server, its roles, channels, overrides or emoji.
    await db.schema
      .alterTable("servers")
      .addColumn("revision", column.id, (c) => c.notNull().defaultTo(""))
      .execute();
  },
};
