import { createMemo, Show } from "solid-js";
import { t } from "../i18n/i18n.ts";
import type { Channel } from "../model/channel.ts";
import { useClient } from "../session/context.tsx";
import { longDate } from "../users/dates.ts";
import { clockUntil } from "./clock.ts";
import styles from "./composer.module.css";
import { Editor } from "./editor.tsx";
import { type Obstacle, whyNotWrite } from "./why-not-write.ts";

/** Where messages are written, or why they cannot be. */
export function Composer(props: { readonly channel: Channel }) {
  const client = useClient();
  const timeout = () => {
    const { serverId } = props.channel;
    const user = client.user?.id;
    if (serverId === undefined || user === undefined) return undefined;
    return client.member(serverId, user)?.timeout;
  };
  const now = clockUntil(() => timeout()?.getTime());
  const obstacle = createMemo(() => whyNotWrite(props.channel, timeout(), now()));
  return (
    <div class={styles.place}>
      <Show when={obstacle()} fallback={<Editor channel={props.channel} />}>
        {(reason) => (
          <p class={styles.obstacle} role="status">
            {inWords(reason())}
          </p>
        )}
      </Show>
    </div>
  );
}

function inWords(obstacle: Obstacle): string {
  if (obstacle.kind !== "timeout") return t().composer[obstacle.kind];
  return t().composer.timeout(longDate(obstacle.until));
}
