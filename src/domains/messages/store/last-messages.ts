import type { Kysely } from "kysely";
import { prepare } from "../../../platform/database/prepared.ts";
import type { Reader, Tx } from "../../../store/tx.ts";
import type { ChannelsTables } from "../../conversations/index.ts";
import type { MessageKey } from "../tables.ts";

/** Channels whose last message is one of these. */
export async function listChannelsWithLastMessage(
  db: Reader,
  messages: readonly MessageKey[],
): Promise<{ id: string; server_id: string | null }[]> {
  if (messages.length === 0) return [];
  const channelIds = [...new Set(messages.map(({ channel_id }) => channel_id))];
  const messageIds = messages.map(({ id }) => id);
  return db
    .sql<ChannelsTables>()
    .selectFrom("channels")
    .select(["id", "server_id"])
    .where("id", "in", channelIds)
    .where("last_message_id", "in", messageIds)
    .orderBy("id")
    .execute();
}

const lastMessage = prepare((db: Kysely<ChannelsTables>, last: string | null, channelId: string) =>
  db.updateTable("channels").set({ last_message_id: last }).where("id", "=", channelId),
);
const lastMessageIfExists = prepare((db: Kysely<ChannelsTables>, last: string | null, channelId: string) =>
  db.updateTable("channels").set({ last_message_id: last }).where("id", "=", channelId).returning("id"),
);

/** Sets the last message of a channel that exists. */
export function setLastMessage(tx: Tx, channelId: string, last: string | null): unknown {
  return tx.all(lastMessage, last, channelId);
}

/** The same, and returns whether the channel exists. */
export async function setLastMessageIfExists(
  tx: Tx,
  channelId: string,
  last: string | null,
): Promise<boolean> {
  return (await tx.one(lastMessageIfExists, last, channelId)) !== undefined;
}

const activeConversation = prepare((db: Kysely<ChannelsTables>, channelId: string) =>
  db.updateTable("channels").set({ active: 1 }).where("id", "=", channelId),
);

export async function reopenConversation(tx: Tx, channelId: string): Promise<void> {
  await tx.all(activeConversation, channelId);
}
