import { column, type Migration } from "./kit.ts";

/** Codes that give an account the address back that it had before a change. */
export const emailUndos: Required<Migration> = {
  name: "email undos",
  breaks: false,
  async up(db) {
    await db.schema
      .createTable("email_undos")
      .addColumn("digest", column.text, (c) => c.primaryKey().notNull())
      .addColumn("account_id", column.id, (c) => c.notNull().references("accounts.id").onDelete("cascade"))
      .addColumn("email", column.text, (c) => c.notNull())
      .addColumn("had_second_factor", column.flag, (c) => c.notNull())
      .addColumn("was_disabled", column.flag, (c) => c.notNull())
      .addColumn("expires", column.time, (c) => c.notNull())
      .execute();
    await db.schema.createIndex("email_undos_account").on("email_undos").column("account_id").execute();
  },
};
