import type { Channel } from "../model/channel.ts";

const channelPages = ["overview", "permissions", "webhooks", "invites", "danger"] as const;

export type ChannelPage = (typeof channelPages)[number];

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
  return channelPages.filter((page) => mayUse[page]);
}
