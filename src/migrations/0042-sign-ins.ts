import { column, type ReleasedMigration } from "./kit.ts";

/** The history of sign-ins, and the devices that an account has signed in on. */
export const signIns: ReleasedMigration = {
  name: "sign_ins",
  breaks: false,
  async up(db) {
    await db.schema
      .createTable("sign_ins")
      .addColumn("id", column.id, (c) => c.primaryKey().notNull())
      .addColumn("account_id", column.id, (c) => c.notNull().references("accounts.id").onDelete("cascade"))
      .addColumn("method", column.text, (c) => c.notNull())
      .addColumn("provider", column.text)
      .addColumn("second_factor", column.text)
      .addColumn("outcome", column.text, (c) => c.notNull())
      .addColumn("device", column.text, (c) => c.notNull())
      .addColumn("address", column.text, (c) => c.notNull())
      .addColumn("new_device", column.flag, (c) => c.notNull())
      .execute();
    await db.schema.createIndex("sign_ins_account").on("sign_ins").columns(["account_id", "id"]).execute();
    await db.schema
      .createTable("known_devices")
      .addColumn("digest", column.text, (c) => c.primaryKey().notNull())
      .addColumn("account_id", column.id, (c) => c.notNull().references("accounts.id").onDelete("cascade"))
      .addColumn("used_at", column.time, (c) => c.notNull())
      .execute();
    await db.schema
      .createIndex("known_devices_account")
      .on("known_devices")
      .columns(["account_id", "used_at"])
      .execute();
    await db.schema
      .alterTable("accounts")
      .addColumn("notify_new_devices", column.flag, (c) => c.notNull().defaultTo(1))
      .execute();
    await db.schema.alterTable("mfa_tickets").addColumn("method", column.text).execute();
    await db.schema.alterTable("mfa_tickets").addColumn("provider", column.text).execute();
  },
};
