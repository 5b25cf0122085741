import {
  type ChannelOverrides,
  canViewChannel,
  type MembershipContext,
} from "../../../permissions/servers.ts";
import type { File } from "../../../protocol/file.ts";
import type { Override } from "../../../protocol/permission-bits.ts";
import type { TextChannel } from "../model.ts";
import type { ChannelRow, OverrideRow, StableChannelRow } from "../tables.ts";

/** A channel of a server, as clients see it. */
export function textChannelView(row: StableChannelRow, overrides: readonly OverrideRow[]): TextChannel {
  const default_permissions = defaultOverride(row);
  // Assigned field by field, because sending a message builds one.
  const channel: TextChannel = {
    channel_type: "TextChannel",
    _id: row.id,
    server: row.server_id ?? "",
    name: row.name ?? "",
  };
  if (row.description !== null) channel.description = row.description;
  if (row.icon !== null) channel.icon = JSON.parse(row.icon) as File;
  if (row.last_message_id) channel.last_message_id = row.last_message_id;
  if (default_permissions) channel.default_permissions = default_permissions;
  if (overrides.length > 0) channel.role_permissions = byRole(overrides);
  if (row.nsfw === 1) channel.nsfw = true;
  if (row.voice !== null) channel.voice = JSON.parse(row.voice) as NonNullable<TextChannel["voice"]>;
  if (row.slowmode !== null) channel.slowmode = row.slowmode;
  return channel;
}

/** The same channel, which has no last message, with one if there is one. */
export function withLastMessage(channel: TextChannel, last: string | undefined): TextChannel {
  return last === undefined ? { ...channel } : { ...channel, last_message_id: last };
}

/** The override that applies to all members. */
export function defaultOverride({
  default_allow: a,
  default_deny: d,
}: Pick<ChannelRow, "default_allow" | "default_deny">): Override | undefined {
  return a === null || d === null ? undefined : { a, d };
}

function byRole(overrides: readonly OverrideRow[]): Record<string, Override> {
  return Object.fromEntries(overrides.map(({ role_id, allow: a, deny: d }) => [role_id, { a, d }]));
}

/** The same for many channels, given the overrides of all of them. */
export function textChannelViews(
  rows: readonly ChannelRow[],
  overrides: readonly OverrideRow[],
): TextChannel[] {
  const byChannel = Map.groupBy(overrides, ({ channel_id }) => channel_id);
  return rows.map((row) => textChannelView(row, byChannel.get(row.id) ?? []));
}

/** How a channel changes the permissions that members have in its server. */
export function overridesOf({
  default_permissions,
  role_permissions,
}: Pick<TextChannel, "default_permissions" | "role_permissions">): ChannelOverrides {
  return { default: default_permissions, roles: role_permissions };
}

/** The channels that a member of their server can view. */
export function onlyViewable(channels: readonly TextChannel[], membership: MembershipContext): TextChannel[] {
  return channels.filter((channel) => canViewChannel(membership, overridesOf(channel)));
}
