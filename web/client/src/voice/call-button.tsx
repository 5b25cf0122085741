import { IconButton } from "@ui/icon-button.tsx";
import { Phone } from "@ui/icons.ts";
import { Show } from "solid-js";
import { t } from "../i18n/i18n.ts";
import type { Channel } from "../model/channel.ts";
import { hasVoice } from "../session/server.ts";
import { useCall } from "./context.tsx";

/** Starts a call in a direct message or group where there is none. */
export function CallButton(props: { readonly channel: Channel }) {
  const call = useCall();
  const canStart = () =>
    hasVoice() &&
    (props.channel.type === "DirectMessage" || props.channel.type === "Group") &&
    props.channel.voiceParticipants.size === 0 &&
    call.channelId() !== props.channel.id &&
    props.channel.havePermission("Connect");
  return (
    <Show when={canStart()}>
      <IconButton icon={Phone} label={t().voice.startCall} onClick={() => void call.join(props.channel.id)} />
    </Show>
  );
}
