import { frame } from "./0001-frame.ts";
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
import { seldomMergedWords } from "./0017-seldom-merged-words.ts";
import type { Migration } from "./kit.ts";

/** In order; the version of a database is how many of these it has seen. */
export const migrations: readonly Migration[] = [
  frame,
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
  seldomMergedWords,
];
