import type { Kysely } from "kysely";
import { prepare } from "../../../platform/database/prepared.ts";
import { idAfter } from "../../../platform/ids.ts";
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

/** Sets the last message of a channel after others were deleted. */
export function setLastMessage(tx: Tx, channelId: string, last: string | null): unknown {
  return tx.all(lastMessage, last, channelId);
}

type NewId = [last: string, greatest: string, channelId: string, candidate: string];

const newLastMessage = prepare(
  (db: Kysely<ChannelsTables>, ...[last, greatest, channelId, candidate]: NewId) =>
    db
      .updateTable("channels")
      .set({ last_message_id: last, greatest_message_id: greatest })
      .where("id", "=", channelId)
      .where((is) =>
        is.or([is("greatest_message_id", "is", null), is("greatest_message_id", "<", candidate)]),
      ),
  4,
);

const greatestMessage = prepare((db: Kysely<ChannelsTables>, channelId: string) =>
  db.selectFrom("channels").select("greatest_message_id").where("id", "=", channelId),
);

/**
 * Makes the id of a new message, which becomes the last of the channel; undefined if the channel does not exist. The id
 * is greater than every id that a message of the channel had before, whatever the clock of this process shows: unread
 * marks and pages compare ids. The statement also locks the channel until the transaction ends.
 */
export async function reserveMessageId(tx: Tx, channelId: string): Promise<string | undefined> {
  const candidate = tx.services.ids.next();
  if (await setNewest(tx, channelId, candidate)) return candidate;
  const greatest = (await tx.one(greatestMessage, channelId))?.greatest_message_id;
  if (!greatest) return undefined;
  const id = idAfter(greatest);
  await setNewest(tx, channelId, id);
  return id;
}

async function setNewest(tx: Tx, channelId: string, id: string): Promise<boolean> {
  return (await tx.change(newLastMessage, id, id, channelId, id)) === 1;
}

const activeConversation = prepare((db: Kysely<ChannelsTables>, channelId: string) =>
  db.updateTable("channels").set({ active: 1 }).where("id", "=", channelId),
);

export async function reopenConversation(tx: Tx, channelId: string): Promise<void> {
  await tx.all(activeConversation, channelId);
}
