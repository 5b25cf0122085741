import type { AuditAction, AuditEntry } from "../model.ts";
import type { AuditRow } from "../tables.ts";

export function entryView(row: AuditRow): AuditEntry {
  return {
    _id: row.id,
    server: row.server_id,
    reason: row.reason,
    user: row.user_id,
    target: row.target_id,
    action: { type: row.type, ...JSON.parse(row.details) } as AuditAction,
  };
}

/** The ids of the users who acted and of those whom the actions name, without duplicates. */
export function listUserIds(entries: readonly AuditEntry[]): string[] {
  const ids = entries.flatMap(({ user, action }) => [
    user,
    ...("user" in action ? [action.user] : []),
    ...("author" in action ? [action.author] : []),
  ]);
  return [...new Set(ids)];
}
