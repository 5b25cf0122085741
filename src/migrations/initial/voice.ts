import type { Kysely } from "kysely";
import { column } from "../kit.ts";

/** Calls and who is in them, as far as the voice nodes have reported. */
export async function createVoice(db: Kysely<never>): Promise<void> {
  // No foreign keys: calls are ended by a job after their channel or user is gone.
  await db.schema
    .createTable("voice_calls")
    .addColumn("channel_id", column.id, (c) => c.primaryKey().notNull())
    .addColumn("server_id", column.id)
    .addColumn("node", column.text, (c) => c.notNull())
    // Null until the first participant joins.
    .addColumn("initiator_id", column.id)
    .addColumn("started_at", column.time)
    // The system message that says that the call has begun.
    .addColumn("message_id", column.id)
    .addColumn("created_at", column.time, (c) => c.notNull())
    .execute();
  await db.schema
    .createTable("voice_states")
    .addColumn("channel_id", column.id, (c) => c.notNull())
    .addColumn("user_id", column.id, (c) => c.notNull())
    .addColumn("server_id", column.id)
    // The voice node's id of this stay in the call.
    .addColumn("sid", column.text, (c) => c.notNull())
    // The session that asked for the token; null for bots.
    .addColumn("session_id", column.id)
    // When the user joined by the node's clock, and when this server learned of it by its own.
    .addColumn("joined_at", column.time, (c) => c.notNull())
    .addColumn("recorded_at", column.time, (c) => c.notNull())
    // What the node was last told that the user may do.
    .addColumn("can_subscribe", column.flag, (c) => c.notNull())
    .addColumn("sources", column.text, (c) => c.notNull())
    .addPrimaryKeyConstraint("voice_states_key", ["channel_id", "user_id"])
    .execute();
  await db.schema.createIndex("voice_states_user").on("voice_states").column("user_id").execute();
  await db.schema.createIndex("voice_states_server").on("voice_states").column("server_id").execute();
  await db.schema
    .createTable("voice_tracks")
    .addColumn("channel_id", column.id, (c) => c.notNull())
    .addColumn("user_id", column.id, (c) => c.notNull())
    .addColumn("sid", column.text, (c) => c.notNull())
    .addColumn("source", column.text, (c) => c.notNull())
    .addColumn("muted", column.flag, (c) => c.notNull())
    .addPrimaryKeyConstraint("voice_tracks_key", ["channel_id", "user_id", "sid"])
    .addForeignKeyConstraint(
      "voice_tracks_state",
      ["channel_id", "user_id"],
      "voice_states",
      ["channel_id", "user_id"],
      (c) => c.onDelete("cascade"),
    )
    .execute();
  // Tokens that were handed out and are not used yet.
  await db.schema
    .createTable("voice_joins")
    .addColumn("channel_id", column.id, (c) => c.notNull())
    .addColumn("user_id", column.id, (c) => c.notNull())
    .addColumn("session_id", column.id)
    .addColumn("can_subscribe", column.flag, (c) => c.notNull())
    .addColumn("sources", column.text, (c) => c.notNull())
    // The ids of the users to ring for; null means all.
    .addColumn("recipients", column.json)
    // The channel that a moderator moved the user away from.
    .addColumn("moved_from", column.id)
    .addColumn("expires_at", column.time, (c) => c.notNull())
    .addPrimaryKeyConstraint("voice_joins_key", ["channel_id", "user_id"])
    .execute();
  // The users for whom a call rings.
  await db.schema
    .createTable("voice_rings")
    .addColumn("channel_id", column.id, (c) => c.notNull())
    .addColumn("user_id", column.id, (c) => c.notNull())
    .addPrimaryKeyConstraint("voice_rings_key", ["channel_id", "user_id"])
    .execute();
  // Notifications that took effect, until their signatures expire.
  await db.schema
    .createTable("voice_notifications")
    .addColumn("id", column.text, (c) => c.primaryKey().notNull())
    .addColumn("received_at", column.time, (c) => c.notNull())
    .execute();
}
