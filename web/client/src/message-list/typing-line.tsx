import { Show } from "solid-js";
import { t } from "../i18n/i18n.ts";
import { nameOrFetch } from "../message/author.ts";
import { formatNames } from "../message/message-time.ts";
import type { Channel } from "../model/channel.ts";
import { useClient } from "../session/context.tsx";
import styles from "./message-list.module.css";

/** Who is writing. The line keeps its height, so that nothing moves when somebody begins. */
export function TypingLine(props: { readonly channel: Channel }) {
  const client = useClient();
  const names = () =>
    [...(props.channel.typingIds ?? [])]
      .filter((id) => id !== client.user?.id && client.users.get(id)?.relationship !== "Blocked")
      .map((id) => nameOrFetch(client, props.channel, id));
  const typing = () => {
    const count = names().length;
    const words = t().messages;
    return count > 3 ? words.manyTyping : words.typing({ names: formatNames(names()), count });
  };
  return (
    <p class={styles.typing} role="status" dir="auto">
      <Show when={names().length > 0}>{typing()}</Show>
    </p>
  );
}
