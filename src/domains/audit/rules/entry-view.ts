import type { AuditAction, AuditEntry } from "../model.ts";
import type { AuditRow } from "../tables.ts";

/** An entry, as clients see it. */
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

/** Ids of those who did something or had it done to them, as far as the actions say so; each once. */
export function peopleIn(entries: readonly AuditEntry[]): string[] {
  const named = entries.flatMap(({ user, action }) => [
    user,
    ...("user" in action ? [action.user] : []),
    ...("author" in action ? [action.author] : []),
  ]);
  return [...new Set(named)];
}
