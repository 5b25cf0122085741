/** What other domains and the interpreters may use of the audit log. */
export { readReason, recordAudit } from "./actions/record-audit.ts";
export { AuditAction, AuditEntry, AuditHeaders } from "./model.ts";
