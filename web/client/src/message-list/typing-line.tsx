import { For, Show } from "solid-js";
import { t } from "../i18n/i18n.ts";
import { nameOrFetch } from "../message/author.ts";
import { formatNames } from "../message/message-time.ts";
import type { Channel } from "../model/channel.ts";
import { useClient } from "../session/context.tsx";
import styles from "./message-list.module.css";

/** As many as are named. */
const most = 3;
/** Around the index of each name in the sentence, to find its position there. No text has it. */
const mark = "\u0000";

/** Who is writing. The line keeps its height, so that nothing moves when somebody begins. */
export function TypingLine(props: { readonly channel: Channel }) {
  const client = useClient();
  const ids = () =>
    [...(props.channel.typingIds ?? [])].filter(
      (id) => id !== client.user?.id && client.users.get(id)?.relationship !== "Blocked",
    );
  const words = () => {
    const names = formatNames(ids().map((_, index) => `${mark}${index}${mark}`));
    return t().messages.typing({ names, count: ids().length }).split(mark);
  };
  return (
    <p class={styles.typing} role="status" dir="auto">
      <Show when={ids().length > 0}>
        <Show when={ids().length <= most} fallback={t().messages.manyTyping}>
          <For each={words()}>
            {(word, index) => (
              <Show when={index() % 2 === 1 && ids()[Number(word)]} fallback={word}>
                {(id) => (
                  <button type="button" class={styles.typist} data-person={id()}>
                    {nameOrFetch(client, props.channel, id())}
                  </button>
                )}
              </Show>
            )}
          </For>
        </Show>
      </Show>
    </p>
  );
}
