import { column, type Migration } from "./kit.ts";

export const serverRevisions: Required<Migration> = {
  name: "server revisions",
  breaks: "older versions leave the revision as it is when they change a server",
  async up(db) {
    // Another value after every change of the server, its roles, channels, overrides or emoji.
    await db.schema
      .alterTable("servers")
      .addColumn("revision", column.id, (c) => c.notNull().defaultTo(""))
      .execute();
  },
};
