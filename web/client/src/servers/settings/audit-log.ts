import type { Client, Server } from "stoat.js";
import { getJson } from "../../session/request.ts";

/** The kinds of entries of the audit log. */
export const auditKinds = [
  "ServerEdit",
  "ChannelCreate",
  "ChannelEdit",
  "ChannelRolePermissionsEdit",
  "ChannelDelete",
  "RoleCreate",
  "RoleEdit",
  "RolesReorder",
  "RoleDelete",
  "MemberEdit",
  "MemberKick",
  "BanCreate",
  "BanDelete",
  "InviteCreate",
  "InviteDelete",
  "WebhookCreate",
  "WebhookDelete",
  "EmojiCreate",
  "EmojiUpdate",
  "EmojiDelete",
  "MessageDelete",
  "MessageBulkDelete",
  "MessagePin",
  "MessageUnpin",
] as const;

export type AuditKind = (typeof auditKinds)[number];

export interface AuditEntry {
  readonly _id: string;
  readonly user: string;
  readonly reason: string | null;
  readonly target: string | null;
  readonly action: { readonly type: string } & Readonly<Record<string, unknown>>;
}

/** How many entries a page has. */
export const auditPage = 50;

export interface AuditFilter {
  readonly user?: string;
  readonly kind?: string;
  readonly before?: string;
}

/** Fetches a page of the audit log, the newest first, and remembers the people in it. */
export async function fetchAuditLog(
  client: Client,
  server: Server,
  { user, kind, before }: AuditFilter,
): Promise<readonly AuditEntry[]> {
  const query = new URLSearchParams({ limit: String(auditPage) });
  if (user) query.set("user", user);
  if (kind) query.set("type", kind);
  if (before) query.set("before", before);
  type UserData = Parameters<typeof client.users.getOrCreate>[1];
  const page = await getJson<{ audit_logs: AuditEntry[]; users: UserData[] }>(
    client,
    `/servers/${server.id}/audit_logs`,
    query,
  );
  for (const person of page.users) client.users.getOrCreate(person._id, person);
  return page.audit_logs;
}

const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** When an id was made: its first ten characters are milliseconds. */
export function timeOfId(id: string): Date {
  return new Date([...id.slice(0, 10)].reduce((time, letter) => time * 32 + alphabet.indexOf(letter), 0));
}
