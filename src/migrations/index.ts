import { storedDigests } from "./0030-stored-digests.ts";
import { unindexedMessages } from "./0031-unindexed-messages.ts";
import { uncompressedLog } from "./0032-uncompressed-log.ts";
import { indexedMessages } from "./0033-indexed-messages.ts";
import { limitedInvites } from "./0035-limited-invites.ts";
import { initial } from "./initial/initial.ts";
import { type ReleasedMigration, versionAfter } from "./kit.ts";

/** In order, the newest last. */
export const migrations: readonly ReleasedMigration[] = [
  initial,
  // The steps since then.
  storedDigests,
  unindexedMessages,
  uncompressedLog,
  indexedMessages,
  limitedInvites,
];

/** The version of a database that has run them all. */
export const newestVersion = versionAfter(migrations);
