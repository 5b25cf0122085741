import type { Kysely } from "kysely";
import type { Reader, Tx } from "../../../declare/tx.ts";
import { prepare } from "../../../platform/database/prepared.ts";
import { maxListed } from "../../../protocol/schema.ts";
import {
  type Channel,
  type ChannelsTables,
  conversationViews,
  type NewChannel,
} from "../../channels/index.ts";

const conversationByPair = prepare((db: Kysely<ChannelsTables>, pair: string) =>
  db
    .selectFrom("channels")
    .innerJoin("channel_recipients as recipient", "recipient.channel_id", "channels.id")
    .selectAll("channels")
    .select("recipient.user_id")
    .where("channels.pair", "=", pair)
    .orderBy("recipient.position"),
);

export async function findByPair(db: Reader, pair: string): Promise<Channel | undefined> {
  return conversationViews(await db.all(conversationByPair, pair))[0];
}

/** Ids of the conversations that two users share. */
export async function findShared(db: Reader, a: string, b: string): Promise<string[]> {
  const rows = await db
    .sql<ChannelsTables>()
    .selectFrom("channel_recipients as one")
    .innerJoin("channel_recipients as two", "two.channel_id", "one.channel_id")
    .select("one.channel_id")
    .where("one.user_id", "=", a)
    .where("two.user_id", "=", b)
    .orderBy("one.channel_id")
    .limit(maxListed)
    .execute();
  return rows.map(({ channel_id }) => channel_id);
}

/** Ids of the direct messages of a user, and of their saved messages. */
export async function listDirectConversations(db: Reader, userId: string): Promise<string[]> {
  const rows = await db
    .sql<ChannelsTables>()
    .selectFrom("channels")
    .innerJoin("channel_recipients", "channel_recipients.channel_id", "channels.id")
    .select("channels.id")
    .where("channel_recipients.user_id", "=", userId)
    .where("channels.pair", "is not", null)
    .orderBy("channels.id")
    .execute();
  return rows.map(({ id }) => id);
}

export async function insertConversation(
  tx: Tx,
  channel: NewChannel,
  recipients: readonly string[],
): Promise<void> {
  const rows = recipients.map((user_id, position) => ({ channel_id: channel.id, user_id, position }));
  await tx.sql<ChannelsTables>().insertInto("channels").values(channel).execute();
  await tx.sql<ChannelsTables>().insertInto("channel_recipients").values(rows).execute();
}

/** The direct messages and groups that a user is in. */
export function listConversationsOf(db: Reader, userId: string) {
  return db
    .sql<ChannelsTables>()
    .selectFrom("channel_recipients")
    .innerJoin("channels", "channels.id", "channel_recipients.channel_id")
    .select(["channels.id", "kind", "name", "description", "owner_id"])
    .where("user_id", "=", userId)
    .orderBy("channels.id")
    .execute();
}
