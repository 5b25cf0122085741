import { column, type ReleasedMigration } from "./kit.ts";

/** Sign-ins with providers of OpenID Connect. */
export const identities: ReleasedMigration = {
  name: "identities",
  breaks: false,
  async up(db) {
    await db.schema
      .createTable("identities")
      .addColumn("id", column.id, (c) => c.primaryKey().notNull())
      .addColumn("issuer", column.text, (c) => c.notNull())
      .addColumn("subject", column.text, (c) => c.notNull())
      .addColumn("account_id", column.id, (c) => c.notNull().references("accounts.id").onDelete("cascade"))
      .addColumn("label", column.text, (c) => c.notNull())
      .addColumn("created_at", column.time, (c) => c.notNull())
      .addColumn("last_used_at", column.time, (c) => c.notNull())
      .addUniqueConstraint("identities_subject", ["issuer", "subject"])
      .execute();
    await db.schema.createIndex("identities_account").on("identities").column("account_id").execute();
    await db.schema
      .createTable("oidc_flows")
      .addColumn("state_digest", column.text, (c) => c.primaryKey().notNull())
      .addColumn("provider", column.text, (c) => c.notNull())
      .addColumn("purpose", column.text, (c) => c.notNull())
      .addColumn("account_id", column.id, (c) => c.references("accounts.id").onDelete("cascade"))
      .addColumn("browser_digest", column.text)
      .addColumn("nonce", column.text, (c) => c.notNull())
      .addColumn("verifier_sealed", column.text, (c) => c.notNull())
      .addColumn("redirect_uri", column.text, (c) => c.notNull())
      .addColumn("invite", column.text)
      .addColumn("created_at", column.time, (c) => c.notNull())
      .execute();
    await db.schema.createIndex("oidc_flows_created").on("oidc_flows").column("created_at").execute();
    await db.schema.createIndex("oidc_flows_account").on("oidc_flows").column("account_id").execute();
    await db.schema
      .createTable("pending_links")
      .addColumn("token_digest", column.text, (c) => c.primaryKey().notNull())
      .addColumn("account_id", column.id, (c) => c.notNull().references("accounts.id").onDelete("cascade"))
      .addColumn("issuer", column.text, (c) => c.notNull())
      .addColumn("subject", column.text, (c) => c.notNull())
      .addColumn("label", column.text, (c) => c.notNull())
      .addColumn("created_at", column.time, (c) => c.notNull())
      .execute();
    await db.schema.createIndex("pending_links_created").on("pending_links").column("created_at").execute();
    await db.schema.createIndex("pending_links_account").on("pending_links").column("account_id").execute();
  },
};
