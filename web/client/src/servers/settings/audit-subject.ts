import type { AuditLogEntry } from "../../../../protocol/types.ts";
import type { Client } from "../../session/client.ts";

/** What an entry is about, in words: the person, channel, role, emoji or webhook. */
export function describeAuditSubject(
  client: Client,
  { action }: AuditLogEntry,
  nameOf: (userId: string) => string,
): string | undefined {
  const fields: Readonly<Record<string, unknown>> = action;
  const { name, user, author, channel, role, invite } = fields;
  const channelName = typeof channel === "string" ? client.channels.get(channel)?.name : undefined;
  const roleName =
    typeof role === "string"
      ? client.servers.list().flatMap(({ roles }) => roles.get(role)?.name ?? [])[0]
      : undefined;
  const parts = [
    typeof name === "string" ? name : undefined,
    typeof user === "string" ? nameOf(user) : undefined,
    typeof author === "string" ? nameOf(author) : undefined,
    typeof name === "string" ? undefined : roleName,
    channelName && channelName !== name ? `# ${channelName}` : undefined,
    typeof invite === "string" ? invite : undefined,
  ];
  return parts.filter((part) => part !== undefined).join(", ") || undefined;
}
