import type { Reader } from "../../../declare/tx.ts";
import { canViewChannel, type MembershipContext } from "../../../permissions/servers.ts";
import {
  type AuditEntry,
  hideChannel,
  listEntries,
  listUserIds,
  type RecordedEntry,
} from "../../audit/index.ts";
import { listServerChannels, onlyViewable, type TextChannel } from "../../channels/index.ts";
import { listMembersAmong, type Member, memberView, type ServerAccess } from "../../members/index.ts";
import { listUsers, type User, viewMetUsers } from "../../users/index.ts";

interface AuditLogPage {
  readonly audit_logs: AuditEntry[];
  readonly users: User[];
  readonly members: Member[];
}

/** Entries of a server's audit log, and the users and members whom they name. */
export async function viewAuditLog(
  db: Reader,
  { server, membership }: ServerAccess,
  { viewerId, selection }: { viewerId: string; selection: Parameters<typeof listEntries>[2] },
): Promise<AuditLogPage> {
  const recorded = await listEntries(db, server.id, selection);
  const channels = await listServerChannels(db, server.id);
  const audit_logs = recorded.map(viewEntry(membership, channels));
  const userIds = listUserIds(audit_logs);
  const members = await listMembersAmong(db, server.id, userIds);
  const met = members.map(({ user_id }) => user_id);
  return {
    audit_logs,
    // A ban can name any user, so those who are not members are shown as strangers.
    users: await viewMetUsers(db, viewerId, { users: await listUsers(db, userIds), met }),
    members: members.map(memberView),
  };
}

/**
 * Shows an entry about a channel that the reader cannot view without the names in it. For a deleted channel, the entry
 * of its deletion records who could view it; the names in all other entries about it are only for the owner.
 */
function viewEntry(
  membership: MembershipContext,
  channels: readonly TextChannel[],
): (recorded: RecordedEntry) => AuditEntry {
  const viewable = new Set(onlyViewable(channels, membership).map(({ _id }) => _id));
  return ({ entry, deletedChannel }) => {
    if (membership.owner || !("channel" in entry.action) || viewable.has(entry.action.channel)) return entry;
    const couldView = deletedChannel !== undefined && canViewChannel(membership, deletedChannel);
    return couldView ? entry : hideChannel(entry);
  };
}
