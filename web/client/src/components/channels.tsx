import { AtSign, Bookmark, Hash, Users, Volume, VolumeOff } from "@ui/icons.ts";
import { createSignal, Show } from "solid-js";
import { Dynamic } from "solid-js/web";
import { t } from "../i18n/i18n.ts";
import type { Channel } from "../model/channel.ts";
import type { Client } from "../session/client.ts";
import { hasVoice } from "../session/server.ts";
import styles from "./channels.module.css";

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

/** Its own icon, or one that says what kind of channel it is. */
export function ChannelIcon(props: { readonly channel: Channel; readonly size?: number }) {
  const [failedUrl, setFailedUrl] = createSignal<string>();
  const size = () => props.size ?? 18;
  const own = () => {
    const url = props.channel.icon && props.channel.iconURL;
    return url === failedUrl() ? undefined : url;
  };
  const kind = () => {
    const { type, isVoice } = props.channel;
    if (type && type !== "TextChannel") return icons[type];
    return isVoice ? (hasVoice() ? Volume : VolumeOff) : Hash;
  };
  return (
    <Show
      when={own()}
      fallback={<Dynamic component={kind()} size={size()} strokeWidth={1.75} aria-hidden="true" />}
    >
      {(url) => (
        <img
          class={styles.image}
          src={url()}
          alt=""
          width={size()}
          height={size()}
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => setFailedUrl(url())}
        />
      )}
    </Show>
  );
}
