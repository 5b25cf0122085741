/** The public interface of the audit domain. */
export { recordAudit } from "./actions/record-audit.ts";
export { AuditAction, AuditActionType, AuditEntry, operatorId } from "./model.ts";
export { hideChannel, listUserIds, type RecordedEntry } from "./rules/entry-view.ts";
export { listEntries } from "./store/entries.ts";
export type { AuditTables } from "./tables.ts";
