import { setImmediate as nextTurn } from "node:timers/promises";
import type { Services } from "../../../declare/services.ts";
import type { Reader } from "../../../declare/tx.ts";
import { isId } from "../../../platform/ids/ids.ts";
import { messageSearches } from "../resources.ts";
import { scanChannels } from "../store/channels.ts";

type Read = <T>(work: (db: Reader) => Promise<T>) => Promise<T>;

/** Channels per query: SQLite blocks other queries while one runs. */
const batchSize = 1_000;

/**
 * Finds the channel of a message by scanning all channels. Messages are keyed by channel, and an index by id would slow
 * down the sending of every message for the few that are reported.
 */
export async function locateMessage(
  { services, read }: { readonly services: Services; readonly read: Read },
  messageId: string,
): Promise<string | undefined> {
  if (!isId(messageId)) return undefined;
  return services.resources.get(messageSearches).run(() => searchChannels(read, messageId));
}

async function searchChannels(read: Read, messageId: string): Promise<string | undefined> {
  for (let after = ""; ; ) {
    const batch = await read((db) => scanChannels(db, messageId, { after, limit: batchSize }));
    const match = batch.find(({ message }) => message !== null);
    const last = batch.at(-1);
    if (match || !last || batch.length < batchSize) return match?.id;
    after = last.id;
    await nextTurn();
  }
}
