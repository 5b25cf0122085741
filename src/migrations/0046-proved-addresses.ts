import { column, type ReleasedMigration } from "./kit.ts";

/** Whether the owner of an address has proved to be that. It is not known of the accounts that exist. */
export const provedAddresses: ReleasedMigration = {
  name: "proved addresses",
  breaks: false,
  async up(db) {
    await db.schema
      .alterTable("accounts")
      .addColumn("email_proved", column.flag, (c) => c.notNull().defaultTo(0))
      .execute();
  },
};
