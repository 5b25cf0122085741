import { useNavigate } from "@solidjs/router";
import { Avatar } from "@ui/avatar.tsx";
import { Button } from "@ui/button.tsx";
import { For, Show } from "solid-js";
import { t } from "../i18n/i18n.ts";
import type { Channel } from "../model/channel.ts";
import { useClient } from "../session/context.tsx";
import { hasVoice } from "../session/server.ts";
import { useRinging } from "./context.tsx";
import styles from "./incoming-calls.module.css";
import type { IncomingCall } from "./ringing.ts";

/** Calls that ring for the user, above the page without taking it away. */
export function IncomingCalls() {
  const client = useClient();
  const ringing = useRinging();
  return (
    <Show when={hasVoice()}>
      <div class={styles.calls}>
        <For each={ringing.incoming()}>
          {(incoming) => (
            <Show when={client.channels.get(incoming.channelId)}>
              {(channel) => <Card incoming={incoming} channel={channel()} />}
            </Show>
          )}
        </For>
      </div>
    </Show>
  );
}

function Card(props: { readonly incoming: IncomingCall; readonly channel: Channel }) {
  const client = useClient();
  const ringing = useRinging();
  const navigate = useNavigate();
  const caller = () => client.users.get(props.incoming.callerId);
  const name = () => caller()?.displayName ?? "";
  const words = () =>
    props.channel.type === "Group"
      ? t().voice.isCallingIn({ name: name(), group: props.channel.name ?? "" })
      : t().voice.isCalling(name());
  const accept = () => {
    navigate(props.channel.path);
    void ringing.accept(props.channel.id);
  };
  return (
    <div class={styles.card} role="alertdialog" aria-label={t().voice.incoming}>
      <Avatar name={name()} url={caller()?.avatarURL} size={48} />
      <p class={styles.words} role="alert" dir="auto">
        {words()}
      </p>
      <div class={styles.actions}>
        <Button onClick={() => ringing.decline(props.channel.id)}>{t().voice.decline}</Button>
        <Button variant="primary" onClick={accept}>
          {t().voice.accept}
        </Button>
      </div>
    </div>
  );
}
