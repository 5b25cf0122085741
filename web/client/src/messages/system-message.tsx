import { createMemo, For, Show } from "solid-js";
import {
  CallStartedSystemMessage,
  ChannelEditSystemMessage,
  ChannelOwnershipChangeSystemMessage,
  ChannelRenamedSystemMessage,
  MessagePinnedSystemMessage,
  type SystemMessage,
  TextSystemMessage,
  UserModeratedSystemMessage,
  UserSystemMessage,
} from "stoat.js";
import { t } from "../texts/texts.ts";
import { nameOrFetch } from "./author.ts";
import { callDuration } from "./call-duration.ts";
import { useMessageList } from "./list-context.ts";
import styles from "./message-row.module.css";
import { formatFull, formatTime } from "./message-time.ts";
import { splitSentence } from "./system-sentence.ts";

/** Something that happened in a channel, as a sentence. */
export function SystemMessageText(props: { readonly message: SystemMessage; readonly sentAt: Date }) {
  const { client, channel, jumps } = useMessageList();
  const name = (userId: string) => nameOrFetch(client, channel, userId);
  const words = createMemo((): Record<string, string> => {
    const { message } = props;
    if (message instanceof UserModeratedSystemMessage) {
      return { user: name(message.userId), by: name(message.byId) };
    }
    if (message instanceof UserSystemMessage) return { user: name(message.userId) };
    if (message instanceof ChannelRenamedSystemMessage) return { by: name(message.byId), name: message.name };
    if (message instanceof ChannelEditSystemMessage) return { by: name(message.byId) };
    if (message instanceof ChannelOwnershipChangeSystemMessage) {
      return { from: name(message.fromId), to: name(message.toId) };
    }
    if (message instanceof MessagePinnedSystemMessage) return { by: name(message.byId) };
    if (message instanceof CallStartedSystemMessage) {
      const length = +(message.finishedAt ?? 0) - +message.startedAt;
      return { by: name(message.byId), duration: callDuration(length, t().messages) };
    }
    return {};
  });
  const sentence = (): string => {
    const { message } = props;
    const { system } = t().messages;
    if (message instanceof CallStartedSystemMessage) {
      return message.finishedAt ? system.call_ended : system.call_started;
    }
    return message.type in system ? system[message.type as keyof typeof system] : system.unknown;
  };
  const pinned = () => {
    const { message } = props;
    return message instanceof MessagePinnedSystemMessage ? message.messageId : undefined;
  };
  return (
    <span class={styles.system}>
      <Show
        when={!(props.message instanceof TextSystemMessage) || isUnsupported(props.message)}
        fallback={<bdi>{(props.message as TextSystemMessage).content}</bdi>}
      >
        <For each={splitSentence(sentence())}>
          {(part) => (
            <Show when={part.word} fallback={part.text}>
              {(word) => <bdi class={styles.systemName}>{words()[word()]}</bdi>}
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

/** The library turns kinds that it does not know into a text of its own. */
function isUnsupported(message: SystemMessage): boolean {
  return message instanceof TextSystemMessage && / is not supported\.$/.test(message.content);
}
