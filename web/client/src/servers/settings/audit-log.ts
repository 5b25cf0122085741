import type { AuditLogEntry } from "../../../../protocol/types.ts";
import type { Server } from "../../model/server.ts";
import type { Client } from "../../session/client.ts";

export type AuditKind = AuditLogEntry["action"]["type"];

/** How many entries a page has. */
export const auditPage = 50;

export interface AuditFilter {
  readonly user?: string;
  readonly kind?: AuditKind;
  readonly before?: string;
}

/** Fetches a page of the audit log, the newest first, and remembers the people in it. */
export async function fetchAuditLog(
  client: Client,
  server: Server,
  { user, kind, before }: AuditFilter,
): Promise<readonly AuditLogEntry[]> {
  const { audit_logs, users } = await client.api.get(`/servers/${server.id}/audit_logs`, {
    limit: auditPage,
    user,
    type: kind && [kind],
    before,
  });
  client.learn({ users });
  return audit_logs;
}
