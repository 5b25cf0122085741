/** What other domains and the interpreters may use of the audit log. */
export { AuditHeaders } from "../../protocol/audit-reason.ts";
export { readReason, recordAudit } from "./actions/record-audit.ts";
export { AuditAction, AuditActionType, AuditEntry } from "./model.ts";
export { peopleIn } from "./rules/entry-view.ts";
export { type PlannedEdit, planEdit } from "./rules/plan-edit.ts";
export { listEntries } from "./store/entries.ts";
