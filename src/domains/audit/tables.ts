import type { AuditAction } from "./model.ts";

export interface AuditTables {
  audit_entries: AuditRow;
}

export interface AuditRow {
  id: string;
  server_id: string;
  user_id: string;
  target_id: string | null;
  reason: string | null;
  type: AuditAction["type"];
  /** The other fields of the action. */
  details: string;
}
