import { column, type Migration } from "./kit.ts";

export const reportedFiles: Migration = {
  name: "reported files",
  async up(db) {
    // How many open reports there are of objects that use the file; it is kept while there are any.
    await db.schema
      .alterTable("files")
      .addColumn("reported", column.count, (c) => c.notNull().defaultTo(0))
      .execute();
  },
};
