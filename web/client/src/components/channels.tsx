import { AtSign, Bookmark, Hash, Users, Volume } from "@ui/icons.ts";
import { Dynamic } from "solid-js/web";
import { t } from "../i18n/i18n.ts";
import type { Channel } from "../model/channel.ts";
import type { Client } from "../session/client.ts";

/** The name that people know a channel by. */
export function channelName(channel: Channel): string {
  if (channel.type === "SavedMessages") return t().frame.savedMessages;
  return channel.recipient?.displayName ?? channel.name ?? "";
}

/** Groups, and direct messages that are listed; the one with the latest message first. */
export function conversationsOf({ channels }: Client): Channel[] {
  return channels
    .list()
    .filter(({ type, active }) => type === "Group" || (type === "DirectMessage" && active))
    .sort((a, b) => +b.updatedAt - +a.updatedAt);
}

const icons = { SavedMessages: Bookmark, DirectMessage: AtSign, Group: Users };

/** What kind of channel it is. */
export function ChannelIcon(props: { readonly channel: Channel; readonly size?: number }) {
  const icon = () => {
    const { type, isVoice } = props.channel;
    return type && type !== "TextChannel" ? icons[type] : isVoice ? Volume : Hash;
  };
  return <Dynamic component={icon()} size={props.size ?? 18} strokeWidth={1.75} aria-hidden="true" />;
}
