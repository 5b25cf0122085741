import { A } from "@solidjs/router";
import { Avatar } from "@ui/avatar.tsx";
import { Bookmark, Users } from "@ui/icons.ts";
import { createMemo, For, Show } from "solid-js";
import type { Channel } from "stoat.js";
import { presenceOf } from "../people/presence.ts";
import { useClient } from "../session/context.tsx";
import { t } from "../texts/texts.ts";
import { ChannelEntry } from "./channel-entry.tsx";
import { channelName } from "./channel-name.ts";
import styles from "./list.module.css";

/** Friends, saved messages, direct messages and groups, the latest conversation first. */
export function ConversationList() {
  const client = useClient();
  const saved = createMemo(() => client.channels.find(({ type }) => type === "SavedMessages"));
  const conversations = createMemo(() =>
    client.channels
      .filter(({ type, active }) => type === "Group" || (type === "DirectMessage" && active))
      .sort((a, b) => +b.updatedAt - +a.updatedAt),
  );
  return (
    <nav class={styles.list} aria-label={t().frame.directMessages}>
      <header class={styles.header}>
        <h2 class={styles.name}>{t().frame.home}</h2>
      </header>
      <div class={styles.entries}>
        <A class={styles.entry} activeClass={styles.active} href="/friends">
          <Users size={18} strokeWidth={1.75} aria-hidden="true" />
          <span class={styles.label}>{t().frame.friends}</span>
        </A>
        <Show when={saved()}>
          {(channel) => (
            <ChannelEntry
              channel={channel()}
              name={t().frame.savedMessages}
              icon={<Bookmark size={18} strokeWidth={1.75} aria-hidden="true" />}
            />
          )}
        </Show>
        <h3 class={styles.group}>{t().frame.directMessages}</h3>
        <ul>
          <For each={conversations()}>
            {(channel) => (
              <li>
                <ChannelEntry
                  channel={channel}
                  name={channelName(channel)}
                  icon={<Picture channel={channel} />}
                />
              </li>
            )}
          </For>
        </ul>
      </div>
    </nav>
  );
}

function Picture(props: { readonly channel: Channel }) {
  return (
    <Avatar
      name={channelName(props.channel)}
      url={props.channel.iconURL}
      size={24}
      presence={props.channel.recipient && presenceOf(props.channel.recipient)}
    />
  );
}
