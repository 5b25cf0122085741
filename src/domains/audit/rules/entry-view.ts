import type { ChannelOverrides } from "../../../permissions/servers.ts";
import type { AuditAction, AuditEntry } from "../model.ts";
import type { AuditRow } from "../tables.ts";

/** An entry, and what decided who could view the channel that the action deleted. */
export interface RecordedEntry {
  readonly entry: AuditEntry;
  readonly deletedChannel: ChannelOverrides | undefined;
}

export function entryView(row: AuditRow): RecordedEntry {
  const { overrides, ...details } = JSON.parse(row.details);
  const entry = {
    _id: row.id,
    server: row.server_id,
    reason: row.reason,
    user: row.user_id,
    target: row.target_id,
    action: { type: row.type, ...details } as AuditAction,
  };
  return { entry, deletedChannel: overrides };
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

/**
 * The entry without what a reader learns only by viewing its channel: names, description and icon, and the code of an
 * invite, which leads to the name.
 */
export function hideChannel(entry: AuditEntry): AuditEntry {
  const { action } = entry;
  switch (action.type) {
    case "ChannelCreate":
    case "ChannelDelete":
    case "WebhookCreate":
    case "WebhookDelete":
      return { ...entry, action: { ...action, name: "" } };
    case "InviteCreate":
    case "InviteDelete":
      return { ...entry, action: { ...action, invite: "" } };
    case "ChannelEdit": {
      const { before, after } = action;
      return { ...entry, action: { ...action, before: withoutNames(before), after: withoutNames(after) } };
    }
    default:
      return entry;
  }
}

function withoutNames({ name: _, description: __, icon: ___, ...fields }: Record<string, unknown>) {
  return fields;
}
