import { entriesOf } from "../components/entries-of.ts";
import type { t } from "../i18n/i18n.ts";
import type { Channel } from "../model/channel.ts";

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
