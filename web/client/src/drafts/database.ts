import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { Reply } from "../history/conversation.tsx";
import type { FieldText } from "./field-text.ts";
import type { QueuedMessage } from "./outbox-queue.ts";

/** What somebody has written in a channel and not sent yet. */
export interface Draft {
  readonly field: FieldText;
  readonly replies: readonly Reply[];
}

/** A file of a draft. */
export interface DraftFile {
  readonly file: File;
  readonly isSpoiler: boolean;
  /** What it shows, for those who cannot see it. */
  readonly description?: string;
}

/** The files of a draft as they are kept on this device. */
export interface KeptFiles {
  readonly files: readonly DraftFile[];
  /** The names of those that were too large to be kept. */
  readonly lost: readonly string[];
}

export interface StoredMessage extends QueuedMessage {
  readonly userId: string;
}

interface Schema extends DBSchema {
  /** By the account and the channel, and with "files" as a third part those of the draft. */
  drafts: { key: string[]; value: Draft | KeptFiles };
  /** By the nonce, which sorts by time. */
  outbox: { key: string; value: StoredMessage; indexes: { userId: string } };
}

let opened: Promise<IDBPDatabase<Schema>> | undefined;

function open(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDB<Schema>("composer", 1, {
    upgrade(database) {
      database.createObjectStore("drafts");
      database.createObjectStore("outbox", { keyPath: "nonce" }).createIndex("userId", "userId");
    },
    terminated() {
      opened = undefined;
    },
  });
  return opened;
}

/**
 * Does something with what is kept on this device. Browsers refuse to keep anything in some private windows
 * and when the disk is full: writing continues without it, and only a reload then loses what was not sent.
 */
export async function withDatabase<T>(
  work: (database: IDBPDatabase<Schema>) => Promise<T>,
): Promise<T | undefined> {
  try {
    return await work(await open());
  } catch (error) {
    console.warn("nothing can be kept on this device", error);
    return undefined;
  }
}
