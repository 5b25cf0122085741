import type { Kysely } from "kysely";
import { prepare } from "../../../platform/database/prepared.ts";
import type { Reader, Tx } from "../../../store/tx.ts";
import type { ChannelsTables } from "../../conversations/index.ts";
import type { MessageKey } from "./authored-messages.ts";

/** Channels that still name one of these as their last message. */
export async function listChannelsEndingIn(
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

const endingIn = prepare((db: Kysely<ChannelsTables>, last: string | null, channelId: string) =>
  db.updateTable("channels").set({ last_message_id: last }).where("id", "=", channelId),
);
const endingInIfThere = prepare((db: Kysely<ChannelsTables>, last: string | null, channelId: string) =>
  db.updateTable("channels").set({ last_message_id: last }).where("id", "=", channelId).returning("id"),
);

/** Of a channel that is there. */
export async function setLastMessage(tx: Tx, channelId: string, last: string | null): Promise<void> {
  await tx.all(endingIn, last, channelId);
}

/** Returns whether there is such a channel. */
export async function setLastMessageIfExists(
  tx: Tx,
  channelId: string,
  last: string | null,
): Promise<boolean> {
  return (await tx.one(endingInIfThere, last, channelId)) !== undefined;
}

const speakingAgain = prepare((db: Kysely<ChannelsTables>, channelId: string) =>
  db.updateTable("channels").set({ active: 1 }).where("id", "=", channelId),
);

/** A conversation that was closed is open again. */
export async function reopenConversation(tx: Tx, channelId: string): Promise<void> {
  await tx.all(speakingAgain, channelId);
}
