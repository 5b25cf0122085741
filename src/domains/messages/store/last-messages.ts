import type { Reader } from "../../../declare/tx.ts";
import type { ChannelsTables } from "../../channels/index.ts";
import type { MessageKey } from "./writings.ts";

/** Channels that still name one of these as their last message. */
export async function listEndingIn(
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

/** Returns whether there is such a channel. */
export async function setLastMessage(db: Reader, channelId: string, last: string | null): Promise<boolean> {
  const set = await db
    .sql<ChannelsTables>()
    .updateTable("channels")
    .set({ last_message_id: last })
    .where("id", "=", channelId)
    .returning("id")
    .execute();
  return set.length > 0;
}
