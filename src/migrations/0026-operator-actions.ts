import { column, type Migration } from "./kit.ts";

/** What operators did, by the command line or the admin page. */
export const operatorActions: Required<Migration> = {
  name: "operator actions",
  breaks: false,
  async up(db) {
    await db.schema
      .createTable("operator_actions")
      .addColumn("id", column.id, (c) => c.primaryKey().notNull())
      .addColumn("source", column.text, (c) => c.notNull())
      .addColumn("actor", column.text, (c) => c.notNull())
      .addColumn("action", column.text, (c) => c.notNull())
      .addColumn("target", column.text)
      .addColumn("details", column.json, (c) => c.notNull())
      .execute();
  },
};
