import { setImmediate as nextTurn } from "node:timers/promises";
import { Semaphore } from "../../../platform/semaphore.ts";
import type { Reader } from "../../../store/tx.ts";
import { lookForMessage } from "../store/places.ts";

type Read = <T>(work: (db: Reader) => Promise<T>) => Promise<T>;

/** So many channels are looked into at a time: SQLite holds up everybody else meanwhile. */
const step = 1_000;
/** One search at a time: whoever reports what is nowhere keeps other reports waiting, and nobody else. */
const semaphore = new Semaphore(1);
const idForm = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

/**
 * In which channel a message is. Messages lie by channel, and an index of them all by id would make each of them
 * dearer to send for the few that are ever reported: so the channels are gone through.
 */
export async function findChannelOf(read: Read, messageId: string): Promise<string | undefined> {
  return idForm.test(messageId) ? semaphore.run(() => goThroughChannels(read, messageId)) : undefined;
}

async function goThroughChannels(read: Read, messageId: string): Promise<string | undefined> {
  for (let after = ""; ; ) {
    const looked = await read((db) => lookForMessage(db, messageId, { after, limit: step }));
    const found = looked.find(({ message }) => message !== null);
    const last = looked.at(-1);
    if (found || !last || looked.length < step) return found?.id;
    after = last.id;
    await nextTurn();
  }
}
