import { Avatar } from "@ui/avatar.tsx";
import { Camera, Hand, HeadphonesOff, MicOff, ScreenShare, SignalLow } from "@ui/icons.ts";
import { For, Show } from "solid-js";
import { Dynamic } from "solid-js/web";
import { channelName } from "../components/channels.tsx";
import { t } from "../i18n/i18n.ts";
import type { Channel } from "../model/channel.ts";
import type { Server } from "../model/server.ts";
import { useClient } from "../session/context.tsx";
import type { CallPerson } from "../voice/call-person.ts";
import { useCall } from "../voice/context.tsx";
import styles from "./list.module.css";
import own from "./server-channel-list.module.css";

/** The people who are in a voice channel, below its name, with what they do there. */
export function VoiceParticipants(props: { readonly channel: Channel; readonly server: Server }) {
  const client = useClient();
  const call = useCall();
  const people = () => [...props.channel.voiceParticipants.keys()];
  const name = (id: string) =>
    props.server.getMember(id)?.displayName ?? client.users.get(id)?.displayName ?? t().servers.somebody;
  // Only those in a call learn from the voice node who speaks, and how well they are connected.
  const inCall = (id: string) =>
    call.channelId() === props.channel.id ? call.people.find(({ userId }) => userId === id) : undefined;
  const isSpeaking = (id: string) => inCall(id)?.isSpeaking === true;
  return (
    <Show when={people().length > 0}>
      <ul class={own.participants} aria-label={t().servers.inVoice(channelName(props.channel))}>
        <For each={people()}>
          {(id) => (
            <li>
              <button
                type="button"
                class={own.participant}
                data-person={id}
                data-speaking={isSpeaking(id) ? "" : undefined}
              >
                <Avatar
                  name={name(id)}
                  url={props.server.getMember(id)?.avatarURL ?? client.users.get(id)?.avatarURL}
                  size={20}
                />
                <bdi class={styles.label}>{name(id)}</bdi>
                <Show when={isSpeaking(id)}>
                  <span class="visually-hidden">{t().voice.speaking}</span>
                </Show>
                <Marks channel={props.channel} server={props.server} userId={id} person={inCall(id)} />
              </button>
            </li>
          )}
        </For>
      </ul>
    </Show>
  );
}

function Marks(props: {
  readonly channel: Channel;
  readonly server: Server;
  readonly userId: string;
  /** What the call itself knows of them, if the user is in it. */
  readonly person: CallPerson | undefined;
}) {
  const client = useClient();
  const call = useCall();
  const state = () => props.channel.voiceParticipants.get(props.userId);
  const member = () => client.state.members[props.server.id]?.[props.userId];
  const isDeaf = () =>
    !state()?.is_receiving ||
    member()?.can_receive === false ||
    props.person?.isDeafened ||
    (props.person?.isSelf && call.isDeafened());
  const marks = () => [
    ...(state()?.raised_hand ? [{ icon: Hand, label: t().voice.handRaised }] : []),
    ...(props.person?.hasPoorConnection ? [{ icon: SignalLow, label: t().voice.poorConnection }] : []),
    ...(state()?.screensharing ? [{ icon: ScreenShare, label: t().voice.sharing }] : []),
    ...(state()?.camera ? [{ icon: Camera, label: t().voice.onCamera }] : []),
    ...(!state()?.is_publishing || member()?.can_publish === false
      ? [{ icon: MicOff, label: t().voice.muted }]
      : []),
    ...(isDeaf() ? [{ icon: HeadphonesOff, label: t().voice.deafened }] : []),
  ];
  return (
    <For each={marks()}>
      {({ icon, label }) => (
        <Dynamic
          component={icon}
          class={own.mark}
          size={14}
          strokeWidth={1.75}
          role="img"
          aria-label={label}
        />
      )}
    </For>
  );
}
