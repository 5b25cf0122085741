import type { Selectable } from "kysely";
import type { AccountsTables } from "../../domains/accounts/index.ts";
import type { AuditTables } from "../../domains/audit/index.ts";
import type { BotsTables } from "../../domains/bots/index.ts";
import type { ChannelsTables } from "../../domains/channels/index.ts";
import type { FilesTables } from "../../domains/files/index.ts";
import type { InvitesTables } from "../../domains/invites/index.ts";
import type { ServersTables } from "../../domains/members/index.ts";
import type { MessagesTables } from "../../domains/messages/index.ts";
import type { PolicyTables } from "../../domains/policy/index.ts";
import type { SafetyTables } from "../../domains/safety/index.ts";
import type { SyncTables } from "../../domains/sync/index.ts";
import type { UnreadsTables } from "../../domains/unreads/index.ts";
import type { UsersTables } from "../../domains/users/index.ts";
import type { WebhooksTables } from "../../domains/webhooks/index.ts";

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
