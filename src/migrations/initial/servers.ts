import type { Kysely } from "kysely";
import { column } from "../kit.ts";

export async function createServers(db: Kysely<never>): Promise<void> {
  await createServersAndRoles(db);
  await createMembers(db);
  await createEmojis(db);
  await createAuditLog(db);
}

async function createServersAndRoles(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("servers")
    .addColumn("id", column.id, (c) => c.primaryKey().notNull())
    .addColumn("owner_id", column.id, (c) => c.notNull().references("users.id"))
    .addColumn("name", column.text, (c) => c.notNull())
    .addColumn("description", column.text)
    .addColumn("categories", column.json)
    .addColumn("system_messages", column.json)
    .addColumn("default_permissions", column.bits, (c) => c.notNull())
    .addColumn("icon", column.json)
    .addColumn("banner", column.json)
    .addColumn("flags", column.count, (c) => c.notNull().defaultTo(0))
    .addColumn("nsfw", column.flag, (c) => c.notNull().defaultTo(0))
    .addColumn("analytics", column.flag, (c) => c.notNull().defaultTo(0))
    .addColumn("discoverable", column.flag, (c) => c.notNull().defaultTo(0))
    // Another value after every change of the server, its roles, channels, overrides or emoji.
    .addColumn("revision", column.id, (c) => c.notNull().defaultTo(""))
    .execute();
  await db.schema.createIndex("servers_owner").on("servers").column("owner_id").execute();
  // In a table of its own, so that joining and leaving do not conflict with transactions that read the server.
  await db.schema
    .createTable("member_counts")
    .addColumn("server_id", column.id, (c) =>
      c.primaryKey().notNull().references("servers.id").onDelete("cascade"),
    )
    .addColumn("members", column.count, (c) => c.notNull())
    .execute();
  await db.schema
    .createTable("roles")
    .addColumn("id", column.id, (c) => c.primaryKey().notNull())
    .addColumn("server_id", column.id, (c) => c.notNull().references("servers.id").onDelete("cascade"))
    .addColumn("name", column.text, (c) => c.notNull())
    .addColumn("allow", column.bits, (c) => c.notNull())
    .addColumn("deny", column.bits, (c) => c.notNull())
    .addColumn("colour", column.text)
    .addColumn("hoist", column.flag, (c) => c.notNull().defaultTo(0))
    // 0 is the highest; two roles may have the same rank.
    .addColumn("rank", column.count, (c) => c.notNull())
    .addColumn("icon", column.json)
    .execute();
  await db.schema.createIndex("roles_server").on("roles").column("server_id").execute();
}

async function createMembers(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("members")
    .addColumn("server_id", column.id, (c) => c.notNull().references("servers.id").onDelete("cascade"))
    .addColumn("user_id", column.id, (c) => c.notNull().references("users.id").onDelete("cascade"))
    .addColumn("joined_at", column.time, (c) => c.notNull())
    .addColumn("nickname", column.text)
    .addColumn("pronouns", column.text)
    .addColumn("avatar", column.json)
    .addColumn("timeout_until", column.time)
    .addColumn("can_publish", column.flag, (c) => c.notNull().defaultTo(1))
    .addColumn("can_receive", column.flag, (c) => c.notNull().defaultTo(1))
    .addPrimaryKeyConstraint("members_key", ["server_id", "user_id"])
    .execute();
  await db.schema.createIndex("members_user").on("members").columns(["user_id", "server_id"]).execute();
  await db.schema
    .createTable("member_roles")
    .addColumn("server_id", column.id, (c) => c.notNull())
    .addColumn("user_id", column.id, (c) => c.notNull())
    .addColumn("role_id", column.id, (c) => c.notNull().references("roles.id").onDelete("cascade"))
    // The order of the roles, as they were assigned.
    .addColumn("position", column.count, (c) => c.notNull())
    .addPrimaryKeyConstraint("member_roles_key", ["server_id", "user_id", "role_id"])
    .addForeignKeyConstraint(
      "member_roles_member",
      ["server_id", "user_id"],
      "members",
      ["server_id", "user_id"],
      (c) => c.onDelete("cascade"),
    )
    .execute();
  await db.schema.createIndex("member_roles_role").on("member_roles").column("role_id").execute();
  // The timeouts of users who left a server during them; they apply again if the user returns before the end.
  await db.schema
    .createTable("pending_timeouts")
    .addColumn("server_id", column.id, (c) => c.notNull().references("servers.id").onDelete("cascade"))
    .addColumn("user_id", column.id, (c) => c.notNull().references("users.id").onDelete("cascade"))
    .addColumn("timeout_until", column.time, (c) => c.notNull())
    .addColumn("can_publish", column.flag, (c) => c.notNull())
    .addColumn("can_receive", column.flag, (c) => c.notNull())
    .addPrimaryKeyConstraint("pending_timeouts_key", ["server_id", "user_id"])
    .execute();
  await db.schema
    .createIndex("pending_timeouts_end")
    .on("pending_timeouts")
    .column("timeout_until")
    .execute();
  // No foreign key to users: a user who does not exist can be banned.
  await db.schema
    .createTable("bans")
    .addColumn("server_id", column.id, (c) => c.notNull().references("servers.id").onDelete("cascade"))
    .addColumn("user_id", column.id, (c) => c.notNull())
    .addColumn("reason", column.text)
    .addPrimaryKeyConstraint("bans_key", ["server_id", "user_id"])
    .execute();
}

async function createEmojis(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("emojis")
    // The id of its file.
    .addColumn("id", column.id, (c) => c.primaryKey().notNull())
    // Null once the emoji is detached: messages that use it still show it.
    .addColumn("server_id", column.id, (c) => c.references("servers.id").onDelete("set null"))
    .addColumn("creator_id", column.id, (c) => c.notNull())
    .addColumn("name", column.text, (c) => c.notNull())
    .addColumn("animated", column.flag, (c) => c.notNull())
    .addColumn("nsfw", column.flag, (c) => c.notNull())
    .execute();
  await db.schema.createIndex("emojis_server").on("emojis").columns(["server_id", "id"]).execute();
}

async function createAuditLog(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("audit_entries")
    .addColumn("id", column.id, (c) => c.primaryKey().notNull())
    .addColumn("server_id", column.id, (c) => c.notNull().references("servers.id").onDelete("cascade"))
    .addColumn("user_id", column.id, (c) => c.notNull())
    .addColumn("target_id", column.id)
    .addColumn("reason", column.text)
    .addColumn("type", column.text, (c) => c.notNull())
    // The details, which depend on the type.
    .addColumn("details", column.json, (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex("audit_entries_server")
    .on("audit_entries")
    .columns(["server_id", "id"])
    .execute();
}
