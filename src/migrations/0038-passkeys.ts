import { column, type ReleasedMigration } from "./kit.ts";

/** Passkeys as second factors and as the only step of a login. */
export const passkeys: ReleasedMigration = {
  name: "passkeys",
  breaks: false,
  async up(db) {
    await db.schema
      .createTable("passkeys")
      .addColumn("id", column.id, (c) => c.primaryKey().notNull())
      .addColumn("account_id", column.id, (c) => c.notNull().references("accounts.id").onDelete("cascade"))
      .addColumn("credential_id", column.text, (c) => c.notNull().unique())
      .addColumn("public_key", column.text, (c) => c.notNull())
      // Unsigned 32 bits.
      .addColumn("counter", column.time, (c) => c.notNull())
      .addColumn("transports", column.json, (c) => c.notNull())
      .addColumn("name", column.text, (c) => c.notNull())
      .addColumn("created_at", column.time, (c) => c.notNull())
      .addColumn("last_used_at", column.time)
      .execute();
    await db.schema.createIndex("passkeys_account").on("passkeys").column("account_id").execute();
    await db.schema
      .createTable("passkey_challenges")
      .addColumn("token_digest", column.text, (c) => c.primaryKey().notNull())
      .addColumn("challenge", column.text, (c) => c.notNull())
      .addColumn("purpose", column.text, (c) => c.notNull())
      .addColumn("account_id", column.id, (c) => c.references("accounts.id").onDelete("cascade"))
      .addColumn("holder", column.text)
      .addColumn("relying_party", column.json, (c) => c.notNull())
      .addColumn("created_at", column.time, (c) => c.notNull())
      .execute();
    await db.schema
      .createIndex("passkey_challenges_created")
      .on("passkey_challenges")
      .column("created_at")
      .execute();
    await db.schema
      .createIndex("passkey_challenges_account")
      .on("passkey_challenges")
      .column("account_id")
      .execute();
    await db.schema
      .alterTable("accounts")
      .addColumn("passkeys", column.text, (c) => c.notNull().defaultTo("none"))
      .execute();
    await db.schema
      .alterTable("mfa_tickets")
      .addColumn("second_factor", column.flag, (c) => c.notNull().defaultTo(0))
      .execute();
  },
};
