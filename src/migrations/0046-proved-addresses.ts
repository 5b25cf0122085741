import { column, type ReleasedMigration } from "./kit.ts";

/** Records whether an address is proven to be that of the account's owner, which is unknown for existing accounts. */
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
