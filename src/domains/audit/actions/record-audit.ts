import type { Tx } from "../../../declare/tx.ts";
import type { ChannelOverrides } from "../../../permissions/servers.ts";
import type { AuditAction } from "../model.ts";
import type { AuditTables } from "../tables.ts";

export interface AuditEntryDraft {
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

/** Adds an entry to the audit log of a server, in the transaction of the action itself. */
export async function recordAudit(
  tx: Tx,
  { server, by, target, reason, action, overrides }: AuditEntryDraft,
): Promise<void> {
  const { type, ...details } = action;
  await tx
    .sql<AuditTables>()
    .insertInto("audit_entries")
    .values({
      id: tx.services.ids.next(),
      server_id: server,
      user_id: by,
      target_id: target ?? null,
      reason: reason ?? null,
      type,
      details: JSON.stringify({ ...details, overrides }),
    })
    .execute();
}
