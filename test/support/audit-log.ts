import type { AuditAction } from "../../src/domains/audit/index.ts";
import type { AuditRow } from "../../src/domains/audit/tables.ts";
import type { TestServer } from "./server.ts";

export interface AuditedAction {
  readonly by: string;
  readonly target: string | null;
  readonly reason: string | null;
  readonly action: AuditAction;
}

/** The entries of the audit log of a server, oldest first. */
export async function readAuditLog(
  { running }: TestServer,
  { id }: { id: string },
): Promise<AuditedAction[]> {
  const rows = await running.store.read((db) =>
    db
      .sql<{ audit_entries: AuditRow }>()
      .selectFrom("audit_entries")
      .selectAll()
      .where("server_id", "=", id)
      .orderBy("id")
      .execute(),
  );
  return rows.map(({ user_id, target_id, reason, type, details }) => ({
    by: user_id,
    target: target_id,
    reason,
    action: { type, ...JSON.parse(details) },
  }));
}
