import type { Static } from "typebox";
import { type AuditHeaders, readAuditReason } from "../../../protocol/audit-reason.ts";
import type { Fail } from "../../../protocol/error.ts";
import type { Tx } from "../../../store/tx.ts";
import type { AuditAction } from "../model.ts";
import type { AuditTables } from "../tables.ts";

/** For routes that do not declare `audited` yet. */
export function readReason(
  headers: Static<typeof AuditHeaders>,
  fail: Fail<"HeaderTooLarge">,
): string | undefined {
  return readAuditReason(headers["x-audit-log-reason"], fail);
}

export interface Deed {
  readonly server: string;
  readonly by: string;
  /** To whom, if to somebody. */
  readonly target?: string | undefined;
  readonly reason?: string | undefined;
  readonly action: AuditAction;
}

/** Writes into the audit log of a server, together with what was done. */
export async function recordAudit(tx: Tx, { server, by, target, reason, action }: Deed): Promise<void> {
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
      details: JSON.stringify(details),
    })
    .execute();
}
