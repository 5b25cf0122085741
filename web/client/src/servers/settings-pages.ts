import type { Permission } from "../../../../src/permissions/bits.ts";
import { entriesOf } from "../components/entries-of.ts";
import type { t } from "../i18n/i18n.ts";
import type { Channel } from "../model/channel.ts";
import type { Server } from "../model/server.ts";

export type ServerPage = keyof ReturnType<typeof t>["serverSettings"]["pages"];

const overMembers: readonly Permission[] = [
  "KickMembers",
  "BanMembers",
  "AssignRoles",
  "ManageNicknames",
  "TimeoutMembers",
];

/** The pages that a user may do something on. */
export function serverSettingsPages(server: Server, userId: string | undefined): ServerPage[] {
  const may = server.havePermission.bind(server);
  const isOwner = server.ownerId === userId;
  const mayUse: Record<ServerPage, boolean> = {
    overview: may("ManageServer"),
    channels: may("ManageChannel"),
    roles: may("ManageRole") || may("ManagePermissions"),
    preview: may("ManageRole") || may("ManagePermissions"),
    emoji: may("ManageCustomisation"),
    webhooks: server.channels.some((channel) => channel.havePermission("ManageWebhooks")),
    invites: may("ManageServer"),
    members: overMembers.some((name) => may(name)),
    bans: may("BanMembers"),
    audit: isOwner || may("ViewAuditLogs"),
    archive: isOwner,
    danger: isOwner,
  };
  return entriesOf(mayUse).flatMap(([page, may]) => (may ? page : []));
}

export type ChannelPage = keyof ReturnType<typeof t>["channelSettings"]["pages"];

/** The pages of a channel's settings that the user may do something on. */
export function channelSettingsPages(channel: Channel): ChannelPage[] {
  const may = channel.havePermission.bind(channel);
  const mayUse: Record<ChannelPage, boolean> = {
    overview: may("ManageChannel"),
    permissions: may("ManagePermissions"),
    webhooks: may("ManageWebhooks"),
    invites: channel.server?.havePermission("ManageServer") ?? false,
    danger: may("ManageChannel"),
  };
  return entriesOf(mayUse).flatMap(([page, may]) => (may ? page : []));
}
