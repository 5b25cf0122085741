import { Eye, EyeOff, Star, StarOff } from "@ui/icons.ts";
import type { MenuEntry } from "@ui/menu.tsx";
import { attempt } from "../components/attempt.ts";
import { t } from "../i18n/i18n.ts";
import type { Channel } from "../model/channel.ts";
import type { Server } from "../model/server.ts";
import type { SyncedSettings } from "../preferences/create-stored.ts";
import { channelListsIn, mostListed } from "../preferences/preferences.ts";
import type { Connection } from "../session/connection.ts";

/** The group of favourites, which is not a category of the server. */
export const favouritesId = "favourites";

/** The channels of a server as the list shows them: favourites first, without muted ones where they are hidden. */
export function listedGroups({ client, settings }: Connection, server: Server, openId: string | undefined) {
  const { favourites, hidingMuted } = channelListsIn(settings)[0]();
  const isFavourite = ({ id }: Channel) => favourites.includes(id);
  const hidesMuted = hidingMuted.includes(server.id);
  // The open channel and those with mentions stay visible.
  const isHidden = (channel: Channel) =>
    hidesMuted &&
    client.mutes.isChannelMuted(channel) &&
    channel.id !== openId &&
    channel.mentions.length === 0;
  const groups = server.orderedChannels.map((group) => ({
    ...group,
    channels: group.channels.filter((channel) => !isFavourite(channel) && !isHidden(channel)),
  }));
  const chosen = server.channels.filter(isFavourite);
  if (chosen.length === 0) return groups;
  const ordered = server.orderedChannels.flatMap(({ channels }) => channels).filter(isFavourite);
  return [{ id: favouritesId, title: t().favourites.title, channels: ordered }, ...groups];
}

/** Favourite conversations, and the others. */
export function splitFavourites(settings: SyncedSettings, channels: readonly Channel[]) {
  const { favourites } = channelListsIn(settings)[0]();
  const isFavourite = ({ id }: Channel) => favourites.includes(id);
  return {
    favourites: channels.filter(isFavourite),
    others: channels.filter((channel) => !isFavourite(channel)),
  };
}

/** Adds an id to a list, or removes it; the oldest ones make room. */
const toggled = (ids: readonly string[], id: string) =>
  ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id].slice(-mostListed);

export function favouriteEntry(settings: SyncedSettings, { id }: Channel): MenuEntry {
  const [lists, setLists] = channelListsIn(settings);
  const { favourites } = lists();
  const isFavourite = favourites.includes(id);
  return {
    label: isFavourite ? t().favourites.remove : t().favourites.add,
    icon: isFavourite ? StarOff : Star,
    onSelect: () => void attempt(() => setLists({ favourites: toggled(favourites, id) })),
  };
}

export function hideMutedEntry(settings: SyncedSettings, { id }: Server): MenuEntry {
  const [lists, setLists] = channelListsIn(settings);
  const { hidingMuted } = lists();
  const isHiding = hidingMuted.includes(id);
  return {
    label: isHiding ? t().favourites.showMuted : t().favourites.hideMuted,
    icon: isHiding ? Eye : EyeOff,
    onSelect: () => void attempt(() => setLists({ hidingMuted: toggled(hidingMuted, id) })),
  };
}
