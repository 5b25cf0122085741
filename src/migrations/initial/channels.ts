import type { Kysely } from "kysely";
import { column } from "../kit.ts";

export async function createChannels(db: Kysely<never>): Promise<void> {
  await createChannelsOfAllKinds(db);
  await createOverrides(db);
  await createUnreads(db);
  await createInvites(db);
  await createWebhooks(db);
}

/** Conversations and channels of servers are in one table, so that messages need only one table of channels. */
async function createChannelsOfAllKinds(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("channels")
    .addColumn("id", column.id, (c) => c.primaryKey().notNull())
    .addColumn("kind", column.text, (c) => c.notNull())
    // The users of a direct conversation, sorted: there is one for each pair, and one for the saved messages of a user.
    .addColumn("pair", column.text, (c) => c.unique())
    .addColumn("active", column.flag, (c) => c.notNull().defaultTo(1))
    .addColumn("last_message_id", column.id)
    .addColumn("server_id", column.id, (c) => c.references("servers.id").onDelete("cascade"))
    .addColumn("name", column.text)
    .addColumn("description", column.text)
    .addColumn("icon", column.json)
    .addColumn("nsfw", column.flag, (c) => c.notNull().defaultTo(0))
    // The override for everyone: both or neither.
    .addColumn("default_allow", column.bits)
    .addColumn("default_deny", column.bits)
    .addColumn("voice", column.json)
    .addColumn("slowmode", column.count)
    // For groups only.
    .addColumn("owner_id", column.id, (c) => c.references("users.id"))
    // The permissions of the recipients of a group; null means the default permissions.
    .addColumn("permissions", column.bits)
    // The greatest id that a message of the channel ever had, deleted or not: new ids are greater.
    .addColumn("greatest_message_id", column.id)
    .execute();
  await db.schema.createIndex("channels_server").on("channels").columns(["server_id", "id"]).execute();
  await db.schema
    .createTable("channel_recipients")
    .addColumn("channel_id", column.id, (c) => c.notNull().references("channels.id").onDelete("cascade"))
    .addColumn("user_id", column.id, (c) => c.notNull().references("users.id").onDelete("cascade"))
    // The order of the recipients.
    .addColumn("position", column.count, (c) => c.notNull())
    .addPrimaryKeyConstraint("channel_recipients_key", ["channel_id", "user_id"])
    .execute();
  await db.schema.createIndex("channel_recipients_user").on("channel_recipients").column("user_id").execute();
}

async function createOverrides(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("channel_overrides")
    .addColumn("channel_id", column.id, (c) => c.notNull().references("channels.id").onDelete("cascade"))
    .addColumn("role_id", column.id, (c) => c.notNull().references("roles.id").onDelete("cascade"))
    .addColumn("allow", column.bits, (c) => c.notNull())
    .addColumn("deny", column.bits, (c) => c.notNull())
    .addPrimaryKeyConstraint("channel_overrides_key", ["channel_id", "role_id"])
    .execute();
  await db.schema.createIndex("channel_overrides_role").on("channel_overrides").column("role_id").execute();
}

async function createUnreads(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("channel_unreads")
    .addColumn("user_id", column.id, (c) => c.notNull().references("users.id").onDelete("cascade"))
    // No foreign key: after a channel is deleted, a job deletes these rows in small batches.
    .addColumn("channel_id", column.id, (c) => c.notNull())
    .addColumn("last_id", column.id, (c) => c.notNull())
    .addPrimaryKeyConstraint("channel_unreads_key", ["user_id", "channel_id"])
    .execute();
  // For deleting the unreads of the channels of a server.
  await db.schema.createIndex("channel_unreads_channel").on("channel_unreads").column("channel_id").execute();
}

async function createInvites(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("invites")
    .addColumn("code", column.text, (c) => c.primaryKey().notNull())
    .addColumn("channel_id", column.id, (c) => c.notNull().references("channels.id").onDelete("cascade"))
    // Null for groups.
    .addColumn("server_id", column.id, (c) => c.references("servers.id").onDelete("cascade"))
    .addColumn("creator_id", column.id, (c) => c.notNull().references("users.id").onDelete("cascade"))
    .execute();
  await db.schema.createIndex("invites_channel").on("invites").column("channel_id").execute();
  await db.schema.createIndex("invites_server").on("invites").column("server_id").execute();
}

async function createWebhooks(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("webhooks")
    .addColumn("id", column.id, (c) => c.primaryKey().notNull())
    .addColumn("channel_id", column.id, (c) => c.notNull().references("channels.id").onDelete("cascade"))
    .addColumn("creator_id", column.id, (c) => c.notNull())
    .addColumn("name", column.text, (c) => c.notNull())
    // A `File` object.
    .addColumn("avatar", column.json)
    .addColumn("permissions", column.bits, (c) => c.notNull())
    .addColumn("token_digest", column.text, (c) => c.notNull())
    // Encrypted, not hashed, because members who manage webhooks may read it again.
    .addColumn("token", column.text, (c) => c.notNull())
    // Whether others removed the creator of the webhook from its server or group.
    .addColumn("creator_expelled", column.flag, (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema.createIndex("webhooks_channel").on("webhooks").columns(["channel_id", "id"]).execute();
}
