import { column, type Migration } from "./kit.ts";

export const accounts: Migration = {
  name: "accounts",
  async up(db) {
    await db.schema
      .createTable("accounts")
      .addColumn("id", column.id, (c) => c.primaryKey().notNull())
      .addColumn("email", column.text, (c) => c.notNull())
      .addColumn("email_normalised", column.text, (c) => c.notNull().unique())
      .addColumn("password_hash", column.text, (c) => c.notNull())
      .addColumn("disabled", column.flag, (c) => c.notNull().defaultTo(0))
      .addColumn("verification", column.text, (c) => c.notNull())
      .addColumn("verification_digest", column.text, (c) => c.unique())
      .addColumn("verification_expires", column.time)
      .addColumn("new_email", column.text)
      .addColumn("reset_digest", column.text, (c) => c.unique())
      .addColumn("reset_expires", column.time)
      .addColumn("deletion", column.text)
      .addColumn("deletion_digest", column.text, (c) => c.unique())
      .addColumn("deletion_time", column.time)
      .addColumn("failed_logins", column.count, (c) => c.notNull().defaultTo(0))
      .addColumn("locked_until", column.time, (c) => c.notNull().defaultTo(0))
      .addColumn("totp", column.text, (c) => c.notNull().defaultTo("disabled"))
      .addColumn("totp_secret_sealed", column.text)
      .addColumn("recovery_codes_sealed", column.text)
      .execute();
    await db.schema
      .createIndex("accounts_deletion")
      .on("accounts")
      .columns(["deletion", "deletion_time"])
      .execute();
    await db.schema
      .createTable("sessions")
      .addColumn("id", column.id, (c) => c.primaryKey().notNull())
      .addColumn("user_id", column.id, (c) => c.notNull().references("accounts.id").onDelete("cascade"))
      .addColumn("token_digest", column.text, (c) => c.notNull().unique())
      .addColumn("name", column.text, (c) => c.notNull())
      .addColumn("last_seen", column.time, (c) => c.notNull())
      .addColumn("subscription", column.json)
      .execute();
    await db.schema.createIndex("sessions_user").on("sessions").column("user_id").execute();
    await db.schema
      .createTable("mfa_tickets")
      .addColumn("id", column.id, (c) => c.primaryKey().notNull())
      .addColumn("account_id", column.id, (c) => c.notNull().references("accounts.id").onDelete("cascade"))
      .addColumn("token_digest", column.text, (c) => c.notNull().unique())
      .addColumn("validated", column.flag, (c) => c.notNull())
      .addColumn("authorised", column.flag, (c) => c.notNull())
      .addColumn("created_at", column.time, (c) => c.notNull())
      .execute();
    await db.schema.createIndex("mfa_tickets_created").on("mfa_tickets").column("created_at").execute();
    await db.schema
      .createTable("registration_invites")
      .addColumn("code", column.text, (c) => c.primaryKey().notNull())
      .addColumn("created_at", column.time, (c) => c.notNull())
      .addColumn("uses", column.count, (c) => c.notNull().defaultTo(0))
      .addColumn("max_uses", column.count)
      .addColumn("claimed_by", column.id)
      .execute();
  },
};
