import { createMemo, For, Show } from "solid-js";
import type { SystemMessage } from "../../../../protocol/types.ts";
import { t } from "../../i18n/i18n.ts";
import { nameOrFetch } from "../author.ts";
import { useMessageList } from "../list-context.ts";
import styles from "../message-row.module.css";
import { formatFull, formatTime } from "../message-time.ts";
import { callDuration } from "./call-duration.ts";
import { splitSentence } from "./system-sentence.ts";

/** What stands for a `{word}` of the sentence. */
interface Word {
  readonly text: string;
  readonly userId?: string;
}

/** Something that happened in a channel, as a sentence. */
export function SystemMessageText(props: { readonly message: SystemMessage; readonly sentAt: Date }) {
  const { client, channel, jumps } = useMessageList();
  const person = (userId: string): Word => ({ text: nameOrFetch(client, channel, userId), userId });
  const words = createMemo((): Record<string, Word> => {
    const { message } = props;
    switch (message.type) {
      case "user_added":
      case "user_remove":
        return { user: person(message.id), by: person(message.by) };
      case "user_joined":
      case "user_left":
      case "user_kicked":
      case "user_banned":
        return { user: person(message.id) };
      case "channel_renamed":
        return { by: person(message.by), name: { text: message.name } };
      case "channel_ownership_changed":
        return { from: person(message.from), to: person(message.to) };
      case "call_started": {
        const length = Date.parse(message.finished_at ?? "") - +props.sentAt;
        return { by: person(message.by), duration: { text: callDuration(length || 0, t().messages) } };
      }
      case "text":
        return {};
      default:
        return { by: person(message.by) };
    }
  });
  const sentence = (): string => {
    const { message } = props;
    const { system } = t().messages;
    if (message.type === "text") return "";
    if (message.type === "call_started" && message.finished_at) return system.call_ended.template;
    // A newer server may tell more.
    return system[message.type]?.template ?? system.unknown;
  };
  const pinned = () => {
    const { message } = props;
    return message.type === "message_pinned" || message.type === "message_unpinned" ? message.id : undefined;
  };
  return (
    <span class={styles.system}>
      <Show
        when={props.message.type !== "text"}
        fallback={<bdi>{props.message.type === "text" && props.message.content}</bdi>}
      >
        <For each={splitSentence(sentence())}>
          {(part) => (
            <Show when={part.word} fallback={part.text}>
              {(word) => (
                <Show
                  when={words()[word()]?.userId}
                  fallback={<bdi class={styles.systemName}>{words()[word()]?.text}</bdi>}
                >
                  {(id) => (
                    <button type="button" class={styles.systemName} tabindex="-1" data-person={id()}>
                      {words()[word()]?.text}
                    </button>
                  )}
                </Show>
              )}
            </Show>
          )}
        </For>
      </Show>
      <Show when={pinned()}>
        {(id) => (
          <>
            {" "}
            <button type="button" class={styles.systemLink} onClick={() => jumps.toMessage(id())}>
              {t().messages.showPinned}
            </button>
          </>
        )}
      </Show>{" "}
      <time class={styles.time} datetime={props.sentAt.toISOString()} title={formatFull(props.sentAt)}>
        {formatTime(props.sentAt)}
      </time>
    </span>
  );
}
