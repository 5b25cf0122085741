import type { Kysely } from "kysely";
import { column } from "../kit.ts";

export async function createAccounts(db: Kysely<never>): Promise<void> {
  await createAccountsAndSessions(db);
  await createTickets(db);
  await createProofs(db);
  await createPush(db);
}

async function createAccountsAndSessions(db: Kysely<never>): Promise<void> {
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
    .addColumn("totp", column.text, (c) => c.notNull().defaultTo("disabled"))
    .addColumn("totp_secret_sealed", column.text)
    .addColumn("recovery_codes_sealed", column.text)
    .addColumn("totp_last_step", column.count)
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
    // When the session last proved the second factor of its account; the admin page asks for it.
    .addColumn("confirmed_at", column.time)
    .execute();
  await db.schema.createIndex("sessions_user").on("sessions").column("user_id").execute();
}

async function createTickets(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("mfa_tickets")
    .addColumn("id", column.id, (c) => c.primaryKey().notNull())
    .addColumn("account_id", column.id, (c) => c.notNull().references("accounts.id").onDelete("cascade"))
    .addColumn("token_digest", column.text, (c) => c.notNull().unique())
    .addColumn("validated", column.flag, (c) => c.notNull())
    .addColumn("authorised", column.flag, (c) => c.notNull())
    .addColumn("created_at", column.time, (c) => c.notNull())
    .addColumn("failures", column.count, (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema.createIndex("mfa_tickets_created").on("mfa_tickets").column("created_at").execute();
  await db.schema.createIndex("mfa_tickets_account").on("mfa_tickets").column("account_id").execute();
  await db.schema
    .createTable("registration_invites")
    .addColumn("code", column.text, (c) => c.primaryKey().notNull())
    .addColumn("created_at", column.time, (c) => c.notNull())
    .addColumn("uses", column.count, (c) => c.notNull().defaultTo(0))
    .addColumn("max_uses", column.count)
    .addColumn("claimed_by", column.id)
    .execute();
}

/** Lockouts by source, and what was mailed to whom. */
async function createProofs(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("lockouts")
    .addColumn("account_id", column.id, (c) => c.notNull().references("accounts.id").onDelete("cascade"))
    .addColumn("source", column.text, (c) => c.notNull())
    .addColumn("failures", column.count, (c) => c.notNull())
    .addColumn("locked_until", column.time, (c) => c.notNull())
    .addColumn("judged", column.count, (c) => c.notNull())
    .addColumn("last_attempt", column.time, (c) => c.notNull())
    .addPrimaryKeyConstraint("lockouts_pkey", ["account_id", "source"])
    .execute();
  await db.schema.createIndex("lockouts_last_attempt").on("lockouts").column("last_attempt").execute();
  await db.schema
    .createTable("earlier_verifications")
    .addColumn("digest", column.text, (c) => c.primaryKey().notNull())
    .addColumn("account_id", column.id, (c) => c.notNull().references("accounts.id").onDelete("cascade"))
    .addColumn("email", column.text, (c) => c.notNull())
    .addColumn("expires", column.time, (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex("earlier_verifications_account")
    .on("earlier_verifications")
    .column("account_id")
    .execute();
  await db.schema
    .createTable("mail_counts")
    .addColumn("recipient", column.text, (c) => c.primaryKey().notNull())
    .addColumn("sent", column.count, (c) => c.notNull())
    .addColumn("window_ends", column.time, (c) => c.notNull())
    .execute();
  // Codes that give an account the address back that it had before a change.
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
}

async function createPush(db: Kysely<never>): Promise<void> {
  // Few sessions have a subscription, and a frequent query asks whether there is any.
  await db.schema
    .createIndex("sessions_subscribed")
    .on("sessions")
    .column("user_id")
    .where("subscription" as never, "is not", null)
    .execute();
  // The last badge number that was sent to the device.
  await db.schema
    .createTable("push_badges")
    .addColumn("session_id", column.id, (c) =>
      c.primaryKey().notNull().references("sessions.id").onDelete("cascade"),
    )
    .addColumn("shown", column.count, (c) => c.notNull())
    .execute();
}
