import { column, type Migration } from "./kit.ts";

/** Lockouts by source, TOTP steps that count once, tickets that burn, verification by any mail, mails by recipient. */
export const proofs: Migration = {
  name: "proofs",
  async up(db) {
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
    // A lockout of the account as a whole lasted an hour at most, and has no source to move to.
    await db.schema.alterTable("accounts").dropColumn("failed_logins").execute();
    await db.schema.alterTable("accounts").dropColumn("locked_until").execute();
    await db.schema.alterTable("accounts").addColumn("totp_last_step", column.count).execute();
    await db.schema
      .alterTable("mfa_tickets")
      .addColumn("failures", column.count, (c) => c.notNull().defaultTo(0))
      .execute();
    await db.schema.createIndex("mfa_tickets_account").on("mfa_tickets").column("account_id").execute();
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
  },
};
