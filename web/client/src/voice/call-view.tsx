import { Button } from "@ui/button.tsx";
import { Phone, VolumeOff } from "@ui/icons.ts";
import { Show } from "solid-js";
import { t } from "../i18n/i18n.ts";
import type { Channel } from "../model/channel.ts";
import { hasVoice } from "../session/server.ts";
import styles from "./call-line.module.css";
import { CallStage } from "./call-stage.tsx";
import { useCall } from "./context.tsx";
import { Faces } from "./faces.tsx";

/**
 * The call of a channel, above its messages: a line to join it, or everybody in it once the user is there. A voice
 * channel of a server without calls says why there is none.
 */
export function CallView(props: { readonly channel: Channel }) {
  const call = useCall();
  const isHere = () => call.channelId() === props.channel.id;
  const isOffered = () =>
    props.channel.type === "TextChannel" ? props.channel.isVoice : props.channel.voiceParticipants.size > 0;
  return (
    <Show
      when={hasVoice()}
      fallback={
        <Show when={props.channel.type === "TextChannel" && props.channel.isVoice}>
          <p class={`${styles.line} ${styles.off}`}>
            <VolumeOff size={18} strokeWidth={1.75} aria-hidden="true" />
            {t().voice.off}
          </p>
        </Show>
      }
    >
      <Show when={isHere() || isOffered()}>
        <Show when={isHere()} fallback={<CallLobby channel={props.channel} />}>
          <CallStage channel={props.channel} />
        </Show>
      </Show>
    </Show>
  );
}

/** Who is in a call that the user is not in, and the way into it. */
function CallLobby(props: { readonly channel: Channel }) {
  const call = useCall();
  const ids = () => [...props.channel.voiceParticipants.keys()];
  return (
    <section class={styles.line} aria-label={t().voice.call}>
      <Faces channel={props.channel} userIds={ids()} />
      <span class={styles.words}>{ids().length ? t().voice.people(ids().length) : t().voice.nobody}</span>
      <Show when={props.channel.havePermission("Connect")}>
        <Button
          variant={ids().length ? "primary" : "plain"}
          class={styles.join}
          onClick={() => void call.join(props.channel.id)}
        >
          <Phone size={18} strokeWidth={1.75} aria-hidden="true" />
          {t().voice.join}
        </Button>
      </Show>
    </section>
  );
}
