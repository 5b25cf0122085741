import type { Reader } from "../../../store/tx.ts";
import { type AuditEntry, listEntries, listUserIds } from "../../audit/index.ts";
import { listUsers, type User, viewMetUsers } from "../../users/index.ts";
import type { Member } from "../model.ts";
import { memberView } from "../rules/views.ts";
import { listMembersAmong } from "../store/member-lists.ts";
import type { ServerAccess } from "../store/server-access.ts";

interface AuditLogPage {
  readonly audit_logs: AuditEntry[];
  readonly users: User[];
  readonly members: Member[];
}

/** Entries of a server's audit log, and the users and members whom they name. */
export async function viewAuditLog(
  db: Reader,
  { server }: ServerAccess,
  { viewerId, selection }: { viewerId: string; selection: Parameters<typeof listEntries>[2] },
): Promise<AuditLogPage> {
  const audit_logs = await listEntries(db, server.id, selection);
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
