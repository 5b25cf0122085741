import { system } from "./0001-system.ts";
import { accounts } from "./0002-accounts.ts";
import { users } from "./0003-users.ts";
import { profilesAndRelations } from "./0004-profiles-and-relations.ts";
import { conversations } from "./0005-conversations.ts";
import { sync } from "./0006-sync.ts";
import { files } from "./0007-files.ts";
import { servers } from "./0008-servers.ts";
import { messages } from "./0009-messages.ts";
import { groups } from "./0010-groups.ts";
import { writers } from "./0011-writers.ts";
import { bots } from "./0012-bots.ts";
import { webhooks } from "./0013-webhooks.ts";
import { reports } from "./0014-reports.ts";
import { reportedFiles } from "./0015-reported-files.ts";
import { push } from "./0016-push.ts";
import { fewerWordMerges } from "./0017-fewer-word-merges.ts";
import { proofs } from "./0018-proofs.ts";
import { storageUsage } from "./0019-storage-usage.ts";
import { expelledCreatorsAndMessageOrder } from "./0020-expelled-creators-and-message-order.ts";
import { voice } from "./0021-voice.ts";
import { stream } from "./0022-stream.ts";
import { serverRevisions } from "./0023-server-revisions.ts";
import { counters } from "./0024-counters.ts";
import { nodeSchemaVersions } from "./0025-node-schema-versions.ts";
import { operatorActions } from "./0026-operator-actions.ts";
import { sessionConfirmations } from "./0027-session-confirmations.ts";
import { emailUndos } from "./0028-email-undos.ts";
import { jobTurns } from "./0029-job-turns.ts";
import { storedDigests } from "./0030-stored-digests.ts";
import type { Migration } from "./kit.ts";

const beforeClusters: readonly Migration[] = [
  system,
  accounts,
  users,
  profilesAndRelations,
  conversations,
  sync,
  files,
  servers,
  messages,
  groups,
  writers,
  bots,
  webhooks,
  reports,
  reportedFiles,
  push,
  fewerWordMerges,
  proofs,
  storageUsage,
  expelledCreatorsAndMessageOrder,
  voice,
];

/** Servers may run while these are applied, so each says whether they can go on. */
const sinceClusters: readonly Required<Migration>[] = [
  stream,
  serverRevisions,
  counters,
  nodeSchemaVersions,
  operatorActions,
  sessionConfirmations,
  emailUndos,
  jobTurns,
  storedDigests,
];

/** In order. The version of a database is the number of migrations that it has run. */
export const migrations: readonly Migration[] = [...beforeClusters, ...sinceClusters];
