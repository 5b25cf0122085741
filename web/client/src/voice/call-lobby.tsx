import { Button } from "@ui/button.tsx";
import { Phone } from "@ui/icons.ts";
import { Show } from "solid-js";
import { t } from "../i18n/i18n.ts";
import type { Channel } from "../model/channel.ts";
import styles from "./call-line.module.css";
import { useCall } from "./context.tsx";
import { Faces } from "./faces.tsx";

/** Who is in a call that the user is not in, and the way into it. */
export function CallLobby(props: { readonly channel: Channel }) {
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
