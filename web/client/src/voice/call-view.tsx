import { Show } from "solid-js";
import type { Channel } from "../model/channel.ts";
import { hasVoice } from "./call.ts";
import { CallLobby } from "./call-lobby.tsx";
import { CallStage } from "./call-stage.tsx";
import { useCall } from "./context.tsx";

/** The call of a channel, above its messages: a line to join it, or everybody in it once the user is there. */
export function CallView(props: { readonly channel: Channel }) {
  const call = useCall();
  const isHere = () => call.channelId() === props.channel.id;
  const isOffered = () =>
    props.channel.type === "TextChannel" ? props.channel.isVoice : props.channel.voiceParticipants.size > 0;
  return (
    <Show when={hasVoice() && (isHere() || isOffered())}>
      <Show when={isHere()} fallback={<CallLobby channel={props.channel} />}>
        <CallStage channel={props.channel} />
      </Show>
    </Show>
  );
}
