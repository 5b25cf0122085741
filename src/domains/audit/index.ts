/** The public interface of the audit domain. */
export { recordAudit } from "./actions/record-audit.ts";
export { AuditAction, AuditActionType, AuditEntry } from "./model.ts";
export { listUserIds } from "./rules/entry-view.ts";
export { type PlannedEdit, planEdit } from "./rules/plan-edit.ts";
export { listEntries } from "./store/entries.ts";
