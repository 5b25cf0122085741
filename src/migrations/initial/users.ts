import type { Kysely } from "kysely";
import { column } from "../kit.ts";

export async function createUsers(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("users")
    .addColumn("id", column.id, (c) => c.primaryKey().notNull())
    .addColumn("username", column.text, (c) => c.notNull())
    // In lower case, because names are unique regardless of case.
    .addColumn("username_key", column.text, (c) => c.notNull())
    .addColumn("discriminator", column.text, (c) => c.notNull())
    .addColumn("flags", column.count, (c) => c.notNull().defaultTo(0))
    .addColumn("badges", column.count, (c) => c.notNull().defaultTo(0))
    .addColumn("privileged", column.flag, (c) => c.notNull().defaultTo(0))
    .addColumn("policy_acknowledged_at", column.time, (c) => c.notNull())
    .addColumn("display_name", column.text)
    .addColumn("pronouns", column.text)
    .addColumn("avatar", column.json)
    .addColumn("status_text", column.text)
    .addColumn("status_presence", column.text)
    .addColumn("profile_content", column.text)
    .addColumn("profile_background", column.json)
    // When the user last got another discriminator because the name was taken.
    .addColumn("discriminator_changed_at", column.time)
    // For bots only: their owner.
    .addColumn("bot_owner", column.id)
    .addUniqueConstraint("users_name", ["username_key", "discriminator"])
    .execute();
  await db.schema
    .createTable("relations")
    .addColumn("user_id", column.id, (c) => c.notNull().references("users.id").onDelete("cascade"))
    .addColumn("other_id", column.id, (c) => c.notNull().references("users.id").onDelete("cascade"))
    .addColumn("status", column.text, (c) => c.notNull())
    .addColumn("since", column.time, (c) => c.notNull())
    .addPrimaryKeyConstraint("relations_key", ["user_id", "other_id"])
    .execute();
  await db.schema.createIndex("relations_other").on("relations").column("other_id").execute();
  await db.schema
    .createTable("user_settings")
    .addColumn("user_id", column.id, (c) => c.notNull().references("users.id").onDelete("cascade"))
    .addColumn("key", column.text, (c) => c.notNull())
    .addColumn("written_at", column.time, (c) => c.notNull())
    .addColumn("value", column.text, (c) => c.notNull())
    .addPrimaryKeyConstraint("user_settings_key", ["user_id", "key"])
    .execute();
  await db.schema
    .createTable("policy_changes")
    .addColumn("id", column.id, (c) => c.primaryKey().notNull())
    .addColumn("created_at", column.time, (c) => c.notNull())
    .addColumn("effective_at", column.time, (c) => c.notNull())
    .addColumn("description", column.text, (c) => c.notNull())
    .addColumn("url", column.text, (c) => c.notNull())
    .execute();
  await db.schema
    .createTable("bots")
    // The id of its user.
    .addColumn("id", column.id, (c) => c.primaryKey().notNull().references("users.id"))
    .addColumn("owner_id", column.id, (c) => c.notNull().references("users.id"))
    .addColumn("token_digest", column.text, (c) => c.notNull().unique())
    // Encrypted, not hashed, because the owner may read it again.
    .addColumn("token", column.text, (c) => c.notNull())
    .addColumn("public", column.flag, (c) => c.notNull().defaultTo(0))
    .addColumn("analytics", column.flag, (c) => c.notNull().defaultTo(0))
    .addColumn("discoverable", column.flag, (c) => c.notNull().defaultTo(0))
    .addColumn("interactions_url", column.text)
    .addColumn("terms_of_service_url", column.text)
    .addColumn("privacy_policy_url", column.text)
    .addColumn("flags", column.count, (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema.createIndex("bots_owner").on("bots").columns(["owner_id", "id"]).execute();
}
