import { IconButton } from "@ui/icon-button.tsx";
import { Hand, X } from "@ui/icons.ts";
import { Popover } from "@ui/popover.tsx";
import { For, Show } from "solid-js";
import { attempt } from "../components/attempt.ts";
import { t } from "../i18n/i18n.ts";
import type { Channel } from "../model/channel.ts";
import { useClient } from "../session/context.tsx";
import controls from "./call-controls.module.css";
import { useCall } from "./context.tsx";
import { createPerson } from "./person.ts";
import styles from "./raised-hands.module.css";

/** The ids of those in a call who have raised their hands, the first first. */
export function raisedHands({ voiceParticipants }: Pick<Channel, "voiceParticipants">): string[] {
  const raised = [...voiceParticipants.values()].filter(({ raised_hand }) => raised_hand);
  return raised
    .sort((a, b) => String(a.raised_hand).localeCompare(String(b.raised_hand)))
    .map(({ id }) => id);
}

/** Asks to speak, for those who may not. */
export function HandButton(props: { readonly channel: Channel }) {
  const client = useClient();
  const call = useCall();
  const ownId = () => client.user?.id ?? "";
  const isRaised = () => raisedHands(props.channel).includes(ownId());
  const toggle = () =>
    attempt(() =>
      isRaised()
        ? client.api.delete(`/channels/${props.channel.id}/raised_hand/${ownId()}`)
        : client.api.put(`/channels/${props.channel.id}/raised_hand`),
    );
  return (
    <Show when={isRaised() || !call.grants().speak}>
      <IconButton
        icon={Hand}
        label={isRaised() ? t().voice.lowerHand : t().voice.raiseHand}
        data-on={isRaised() ? "" : undefined}
        disabled={call.state() !== "connected"}
        class={controls.button}
        onClick={() => void toggle()}
      />
    </Show>
  );
}

/** Who wants to speak, in order. */
export function RaisedHands(props: { readonly channel: Channel }) {
  const ids = () => raisedHands(props.channel);
  return (
    <Show when={ids().length > 0}>
      <Popover icon={Hand} label={t().voice.hands(ids().length)} class={styles.button}>
        <ol class={styles.hands}>
          <For each={ids()}>{(id) => <RaisedHand userId={id} channel={props.channel} />}</For>
        </ol>
      </Popover>
    </Show>
  );
}

function RaisedHand(props: { readonly userId: string; readonly channel: Channel }) {
  const client = useClient();
  const person = createPerson(props.userId, () => props.channel, "");
  const mayLower = () =>
    props.userId === client.user?.id ||
    (props.channel.server !== undefined && props.channel.havePermission("MuteMembers"));
  const lower = () =>
    attempt(() => client.api.delete(`/channels/${props.channel.id}/raised_hand/${props.userId}`));
  return (
    <li class={styles.hand}>
      <button type="button" class={styles.name} data-person={props.userId}>
        {person.name()}
      </button>
      <Show when={mayLower()}>
        <IconButton icon={X} label={t().voice.lowerHandOf(person.name())} onClick={() => void lower()} />
      </Show>
    </li>
  );
}
