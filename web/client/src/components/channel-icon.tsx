import { AtSign, Bookmark, Hash, Users, Volume } from "@ui/icons.ts";
import { Dynamic } from "solid-js/web";
import type { Channel } from "../model/channel.ts";

const icons = { SavedMessages: Bookmark, DirectMessage: AtSign, Group: Users };

/** What kind of channel it is. */
export function ChannelIcon(props: { readonly channel: Channel; readonly size?: number }) {
  const icon = () => {
    const { type, isVoice } = props.channel;
    return type && type !== "TextChannel" ? icons[type] : isVoice ? Volume : Hash;
  };
  return <Dynamic component={icon()} size={props.size ?? 18} strokeWidth={1.75} aria-hidden="true" />;
}
