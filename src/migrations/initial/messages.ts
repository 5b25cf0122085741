import { type Kysely, sql } from "kysely";
import { column, type Dialect } from "../kit.ts";

export async function createMessages(db: Kysely<never>, dialect: Dialect): Promise<void> {
  await createTableOfMessages(db, dialect);
  await createWriters(db);
  await createReactions(db);
  await createMentions(db);
  await createSendingRules(db);
  if (dialect === "sqlite") await createFts5(db);
  else await createTextSearch(db);
}

async function createTableOfMessages(db: Kysely<never>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable("messages")
    // No foreign key: after a channel is deleted, a job deletes its messages in small batches.
    .addColumn("channel_id", column.id, (c) => c.notNull())
    .addColumn("id", column.id, (c) => c.notNull())
    .addColumn("author_id", column.id, (c) => c.notNull())
    .addColumn("nonce", column.text)
    .addColumn("content", column.text)
    // The content of a system message.
    .addColumn("system", column.json)
    .addColumn("webhook", column.json)
    .addColumn("attachments", column.json)
    .addColumn("embeds", column.json)
    .addColumn("mentions", column.json)
    .addColumn("role_mentions", column.json)
    .addColumn("replies", column.json)
    .addColumn("interactions", column.json)
    .addColumn("masquerade", column.json)
    .addColumn("flags", column.count, (c) => c.notNull().defaultTo(0))
    .addColumn("edited_at", column.time)
    .addColumn("pinned", column.flag, (c) => c.notNull().defaultTo(0))
    .addPrimaryKeyConstraint("messages_key", ["channel_id", "id"])
    // Clustered by the key: the messages of a page are next to each other, however many messages there are.
    .$call((table) => (dialect === "sqlite" ? table.modifyEnd(sql`without rowid`) : table))
    .execute();
  await sql`create index messages_pinned on messages (channel_id, id) where pinned = 1`.execute(db);
}

/** Which users have written in which channels. An index of all messages by author cost more than the rest of a message. */
async function createWriters(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("writers")
    .addColumn("author_id", column.id, (c) => c.notNull())
    .addColumn("channel_id", column.id, (c) => c.notNull())
    .addPrimaryKeyConstraint("writers_key", ["author_id", "channel_id"])
    .execute();
  await db.schema.createIndex("writers_channel").on("writers").column("channel_id").execute();
}

async function createReactions(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("reactions")
    .addColumn("channel_id", column.id, (c) => c.notNull())
    .addColumn("message_id", column.id, (c) => c.notNull())
    .addColumn("emoji", column.text, (c) => c.notNull())
    .addColumn("user_id", column.id, (c) => c.notNull())
    // The order of the reactions: an id that was made with the reaction.
    .addColumn("since", column.id, (c) => c.notNull())
    .addPrimaryKeyConstraint("reactions_key", ["channel_id", "message_id", "emoji", "user_id"])
    .addForeignKeyConstraint(
      "reactions_message",
      ["channel_id", "message_id"],
      "messages",
      ["channel_id", "id"],
      (c) => c.onDelete("cascade"),
    )
    .execute();
}

async function createMentions(db: Kysely<never>): Promise<void> {
  // The mentions of single users, until they have read them.
  await db.schema
    .createTable("mentions")
    .addColumn("user_id", column.id, (c) => c.notNull())
    .addColumn("channel_id", column.id, (c) => c.notNull())
    .addColumn("message_id", column.id, (c) => c.notNull())
    .addPrimaryKeyConstraint("mentions_key", ["user_id", "channel_id", "message_id"])
    .addForeignKeyConstraint(
      "mentions_message",
      ["channel_id", "message_id"],
      "messages",
      ["channel_id", "id"],
      (c) => c.onDelete("cascade"),
    )
    .execute();
  await db.schema
    .createIndex("mentions_message")
    .on("mentions")
    .columns(["channel_id", "message_id"])
    .execute();
  // The mentions of everyone or of a role: one row each, for however many users. Who has read one is computed on read.
  await db.schema
    .createTable("mass_mentions")
    .addColumn("channel_id", column.id, (c) => c.notNull())
    .addColumn("message_id", column.id, (c) => c.notNull())
    // The id of the role, or `everyone`.
    .addColumn("whom", column.text, (c) => c.notNull())
    .addPrimaryKeyConstraint("mass_mentions_key", ["channel_id", "message_id", "whom"])
    .addForeignKeyConstraint(
      "mass_mentions_message",
      ["channel_id", "message_id"],
      "messages",
      ["channel_id", "id"],
      (c) => c.onDelete("cascade"),
    )
    .execute();
}

async function createSendingRules(db: Kysely<never>): Promise<void> {
  // The idempotency keys and nonces of messages, which reveal a message that is sent twice.
  await db.schema
    .createTable("message_keys")
    .addColumn("author_id", column.id, (c) => c.notNull())
    .addColumn("key", column.text, (c) => c.notNull())
    .addColumn("used_at", column.time, (c) => c.notNull())
    .addPrimaryKeyConstraint("message_keys_key", ["author_id", "key"])
    .execute();
  await db.schema.createIndex("message_keys_time").on("message_keys").column("used_at").execute();
  await db.schema
    .createTable("slowmodes")
    .addColumn("user_id", column.id, (c) => c.notNull())
    .addColumn("channel_id", column.id, (c) => c.notNull())
    .addColumn("until", column.time, (c) => c.notNull())
    .addPrimaryKeyConstraint("slowmodes_key", ["user_id", "channel_id"])
    .execute();
  await db.schema.createIndex("slowmodes_until").on("slowmodes").column("until").execute();
}

/**
 * An index of words without the text, which is in the messages. The row ids are those of `searchId`. The words are
 * normalised before they are inserted, so the tokenizer only splits them; characters that are unassigned in the Unicode
 * version of this SQLite count as letters.
 */
async function createFts5(db: Kysely<never>): Promise<void> {
  await sql`create virtual table message_words using fts5(
    channel, content, content='', contentless_delete=1,
    tokenize="unicode61 remove_diacritics 0 categories 'L* N* Co Cn'"
  )`.execute(db);
  // Half as many merges of the index, which delay the message that triggers them.
  await sql`insert into message_words (message_words, rank) values ('automerge', 8)`.execute(db);
}

async function createTextSearch(db: Kysely<never>): Promise<void> {
  await sql`alter table messages add column words tsvector`.execute(db);
  await sql`create index messages_words on messages using gin (words)`.execute(db);
}
