import type { Kysely } from "kysely";
import type { Tx } from "../../../declare/tx.ts";
import type { ChannelOverrides } from "../../../permissions/servers.ts";
import { prepare } from "../../../platform/database/prepared.ts";
import type { AuditAction } from "../model.ts";
import type { AuditTables } from "../tables.ts";

interface AuditEntryDraft {
  readonly server: string;
  /** The user who acted. */
  readonly by: string;
  /** The user whom the action affects, if there is one. */
  readonly target?: string | undefined;
  readonly reason?: string | undefined;
  readonly action: AuditAction;
  /** Of a channel that the action deletes: they decide which readers of the log see its name. */
  readonly overrides?: ChannelOverrides | undefined;
}

type EntryValues = [
  id: string,
  server: string,
  user: string,
  target: string | null,
  reason: string | null,
  type: AuditAction["type"],
  details: string,
];

const newEntry = prepare(
  (db: Kysely<AuditTables>, ...[id, server_id, user_id, target_id, reason, type, details]: EntryValues) =>
    db.insertInto("audit_entries").values({ id, server_id, user_id, target_id, reason, type, details }),
  7,
).pipelined();

/** Adds an entry to the audit log of a server, in the transaction of the action itself. */
export async function recordAudit(
  tx: Tx,
  { server, by, target, reason, action, overrides }: AuditEntryDraft,
): Promise<void> {
  const { type, ...details } = action;
  const id = tx.services.ids.next();
  const json = JSON.stringify({ ...details, overrides });
  await tx.all(newEntry, id, server, by, target ?? null, reason ?? null, type, json);
}
