import type { Kysely } from "kysely";
import type { Reader } from "../../../declare/tx.ts";
import { prepare } from "../../../platform/database/prepared.ts";
import type { Channel } from "../model.ts";
import { conversationViews } from "../rules/views.ts";
import type { ChannelsTables } from "../tables.ts";

const conversationsOf = prepare((db: Kysely<ChannelsTables>, userId: string) =>
  db
    .selectFrom("channel_recipients as own")
    .innerJoin("channels", "channels.id", "own.channel_id")
    .innerJoin("channel_recipients as recipient", "recipient.channel_id", "channels.id")
    .selectAll("channels")
    .select("recipient.user_id")
    .where("own.user_id", "=", userId)
    .orderBy("channels.id")
    .orderBy("recipient.position"),
);

/** All conversations of a user, closed ones too, oldest first. */
export async function listConversations(db: Reader, userId: string): Promise<Channel[]> {
  return conversationViews(await db.all(conversationsOf, userId));
}

const recipientsOf = prepare((db: Kysely<ChannelsTables>, channelId: string) =>
  db
    .selectFrom("channel_recipients")
    .select("user_id")
    .where("channel_id", "=", channelId)
    .orderBy("position"),
);

/** Ids of the recipients of a conversation, in their order. */
export async function listRecipients(db: Reader, channelId: string): Promise<string[]> {
  return (await db.all(recipientsOf, channelId)).map(({ user_id }) => user_id);
}
