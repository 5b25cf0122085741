import { ulid } from "ulid";
import type { ChannelsTables } from "../../../src/domains/channels/index.ts";
import { setLastMessage } from "../../../src/domains/messages/store/last-messages.ts";
import { findLastMessageId } from "../../../src/domains/messages/store/messages.ts";
import type { MessageRow, MessagesTables } from "../../../src/domains/messages/tables.ts";
import type { TestServer } from "../server/server.ts";

const batchSize = 500;

/** Inserts messages as sending them would have, oldest first, and returns their ids in that order. */
export async function writeMessages(
  { running }: TestServer,
  channelId: string,
  messages: readonly { readonly author: string; readonly at?: number }[],
): Promise<string[]> {
  const { services, store } = running;
  const rows = messages.map(
    ({ author, at }): Pick<MessageRow, "channel_id" | "id" | "author_id"> & Partial<MessageRow> => ({
      channel_id: channelId,
      id: at === undefined ? services.ids.next() : ulid(at),
      author_id: author,
      content: "Hello.",
      system: null,
    }),
  );
  await store.write(async (tx) => {
    for (let start = 0; start < rows.length; start += batchSize) {
      const batch = rows.slice(start, start + batchSize);
      await tx.sql<MessagesTables>().insertInto("messages").values(batch).execute();
    }
    const writers = [...new Set(rows.map(({ author_id }) => author_id))];
    await tx
      .sql<MessagesTables>()
      .insertInto("writers")
      .values(writers.map((author_id) => ({ author_id, channel_id: channelId })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await setLastMessage(tx, channelId, await findLastMessageId(tx, channelId));
  });
  return rows.map(({ id }) => id);
}

/** This many messages of one author. */
export const messagesBy = (count: number, author: string) =>
  Array.from({ length: count }, () => ({ author }));

/** All message rows of a channel, oldest first. */
export function readMessages({ running }: TestServer, channelId: string): Promise<MessageRow[]> {
  return running.store.read((db) =>
    db
      .sql<MessagesTables>()
      .selectFrom("messages")
      .selectAll()
      .where("channel_id", "=", channelId)
      .orderBy("id")
      .execute(),
  );
}

export async function lastMessageOf({ running }: TestServer, channelId: string): Promise<string | null> {
  const channel = running.store.read((db) =>
    db
      .sql<ChannelsTables>()
      .selectFrom("channels")
      .select("last_message_id")
      .where("id", "=", channelId)
      .executeTakeFirstOrThrow(),
  );
  return (await channel).last_message_id;
}
