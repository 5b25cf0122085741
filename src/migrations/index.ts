import { storedDigests } from "./0030-stored-digests.ts";
import { unindexedMessages } from "./0031-unindexed-messages.ts";
import { uncompressedLog } from "./0032-uncompressed-log.ts";
import { indexedMessages } from "./0033-indexed-messages.ts";
import { limitedInvites } from "./0034-limited-invites.ts";
import { topicsOfCommits } from "./0035-topics-of-commits.ts";
import { identities } from "./0036-identities.ts";
import { importedUsers } from "./0037-imported-users.ts";
import { passkeys } from "./0038-passkeys.ts";
import { recoveryLinks } from "./0039-recovery-links.ts";
import { claims } from "./0040-claims.ts";
import { providerSessions } from "./0041-provider-sessions.ts";
import { signIns } from "./0042-sign-ins.ts";
import { raisedHands } from "./0043-raised-hands.ts";
import { claimLinks } from "./0044-claim-links.ts";
import { revisionsOfUsers } from "./0045-revisions-of-users.ts";
import { provedAddresses } from "./0046-proved-addresses.ts";
import { externalEmojis } from "./0047-external-emojis.ts";
import { botRoles } from "./0048-bot-roles.ts";
import { initial } from "./initial/initial.ts";
import { type ReleasedMigration, versionAfter } from "./kit.ts";

/** In order, the newest last. */
export const migrations: readonly ReleasedMigration[] = [
  initial,
  // The steps since then: `npm run generate` lists the files of this folder.
  storedDigests,
  unindexedMessages,
  uncompressedLog,
  indexedMessages,
  limitedInvites,
  topicsOfCommits,
  identities,
  importedUsers,
  passkeys,
  recoveryLinks,
  claims,
  providerSessions,
  signIns,
  raisedHands,
  claimLinks,
  revisionsOfUsers,
  provedAddresses,
  externalEmojis,
  botRoles,
];

/** The version of a database that has run them all. */
export const newestVersion = versionAfter(migrations);
