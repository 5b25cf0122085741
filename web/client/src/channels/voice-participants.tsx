import { Avatar } from "@ui/avatar.tsx";
import { For, Show } from "solid-js";
import { channelName } from "../components/channels.tsx";
import { t } from "../i18n/i18n.ts";
import type { Channel } from "../model/channel.ts";
import type { Server } from "../model/server.ts";
import { useClient } from "../session/context.tsx";
import styles from "./list.module.css";
import own from "./server-channel-list.module.css";

/** The people who are in a voice channel, below its name. */
export function VoiceParticipants(props: { readonly channel: Channel; readonly server: Server }) {
  const client = useClient();
  const ids = () => [...props.channel.voiceParticipants.keys()];
  const name = (id: string) =>
    props.server.getMember(id)?.displayName ?? client.users.get(id)?.displayName ?? t().servers.somebody;
  return (
    <Show when={ids().length > 0}>
      <ul class={own.participants} aria-label={t().servers.inVoice(channelName(props.channel))}>
        <For each={ids()}>
          {(id) => (
            <li>
              <button type="button" class={own.participant} data-person={id}>
                <Avatar
                  name={name(id)}
                  url={props.server.getMember(id)?.avatarURL ?? client.users.get(id)?.avatarURL}
                  size={20}
                />
                <bdi class={styles.label}>{name(id)}</bdi>
              </button>
            </li>
          )}
        </For>
      </ul>
    </Show>
  );
}
