import type { Selectable } from "kysely";
import type { AccountsTables } from "../../src/domains/accounts/index.ts";
import type { AuditTables } from "../../src/domains/audit/index.ts";
import type { BotsTables } from "../../src/domains/bots/index.ts";
import type { ChannelsTables } from "../../src/domains/channels/index.ts";
import type { FilesTables } from "../../src/domains/files/index.ts";
import type { InvitesTables } from "../../src/domains/invites/index.ts";
import type { ServersTables } from "../../src/domains/members/index.ts";
import type { MessagesTables } from "../../src/domains/messages/index.ts";
import type { PolicyTables } from "../../src/domains/policy/index.ts";
import type { SafetyTables } from "../../src/domains/safety/index.ts";
import type { SyncTables } from "../../src/domains/sync/index.ts";
import type { UnreadsTables } from "../../src/domains/unreads/index.ts";
import type { UsersTables } from "../../src/domains/users/index.ts";
import type { WebhooksTables } from "../../src/domains/webhooks/index.ts";

/** The tables that an import fills. */
export type ImportedTables = AccountsTables &
  AuditTables &
  BotsTables &
  ChannelsTables &
  FilesTables &
  InvitesTables &
  MessagesTables &
  PolicyTables &
  SafetyTables &
  ServersTables &
  SyncTables &
  UnreadsTables &
  UsersTables &
  WebhooksTables;

export type TableName = keyof ImportedTables;
export type RowOf<T extends TableName> = Selectable<ImportedTables[T]>;
