import { column, type Migration } from "./kit.ts";

/** The newest version of the schema that each node knows. */
export const nodeSchemaVersions: Required<Migration> = {
  name: "node schema versions",
  breaks: false,
  async up(db, dialect) {
    if (dialect === "sqlite") return;
    await db.schema
      .alterTable("nodes")
      .addColumn("schema_version", column.count, (c) => c.notNull().defaultTo(0))
      .execute();
  },
};
