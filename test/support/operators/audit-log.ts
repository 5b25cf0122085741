import type { AuditAction } from "../../../src/domains/audit/index.ts";
import { entryView } from "../../../src/domains/audit/rules/entry-view.ts";
import type { AuditRow } from "../../../src/domains/audit/tables.ts";
import type { TestServer } from "../server/server.ts";

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
  return rows.map((row) => {
    const { reason, action } = entryView(row).entry;
    return { by: row.user_id, target: row.target_id, reason, action };
  });
}
