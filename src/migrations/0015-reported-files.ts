import { column, type Migration } from "./kit.ts";

export const reportedFiles: Migration = {
  name: "reported files",
  async up(db) {
    // How many open reports there are of what shows the file; until there are none, it is not forgotten.
    await db.schema
      .alterTable("files")
      .addColumn("reported", column.count, (c) => c.notNull().defaultTo(0))
      .execute();
  },
};
