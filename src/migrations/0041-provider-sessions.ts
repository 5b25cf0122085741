import { column, type ReleasedMigration } from "./kit.ts";

/** What groups at providers give, sessions that follow those of a provider, and second factors proved there. */
export const providerSessions: ReleasedMigration = {
  name: "provider sessions",
  breaks: false,
  async up(db) {
    for (const table of ["identities", "pending_links"])
      await db.schema
        .alterTable(table)
        .addColumn("grants", column.json, (c) => c.notNull().defaultTo("[]"))
        .execute();
    await db.schema.alterTable("mfa_tickets").addColumn("second_factor_at", column.time).execute();
    await db.schema
      .createTable("provider_sessions")
      .addColumn("id", column.id, (c) => c.primaryKey().notNull())
      .addColumn("identity_id", column.id, (c) => c.notNull().references("identities.id").onDelete("cascade"))
      .addColumn("provider", column.text, (c) => c.notNull())
      .addColumn("sid", column.text)
      .addColumn("ticket_id", column.id, (c) => c.notNull())
      .addColumn("session_id", column.id, (c) => c.references("sessions.id").onDelete("cascade"))
      .addColumn("refresh_token_sealed", column.text)
      .addColumn("refresh_at", column.time)
      .addColumn("failures", column.count, (c) => c.notNull().defaultTo(0))
      .addColumn("created_at", column.time, (c) => c.notNull())
      .execute();
    for (const name of ["identity_id", "sid", "ticket_id", "session_id", "refresh_at"])
      await db.schema.createIndex(`provider_sessions_${name}`).on("provider_sessions").column(name).execute();
    await db.schema
      .createTable("logout_tokens")
      .addColumn("digest", column.text, (c) => c.primaryKey().notNull())
      .addColumn("expires", column.time, (c) => c.notNull())
      .execute();
    await db.schema.createIndex("logout_tokens_expires").on("logout_tokens").column("expires").execute();
  },
};
