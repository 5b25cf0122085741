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
  /** JSON: the other fields of the action, and the overrides of a deleted channel. */
  details: string;
}
