import { createMemo, For } from "solid-js";
import type { Poll } from "../composer/poll-text.ts";
import { locale, t } from "../i18n/i18n.ts";
import { Markdown } from "../markdown/markdown.tsx";
import { messagePreview } from "../markdown/message-preview.ts";
import type { Message } from "../model/message.ts";
import { actionsOf } from "./actions/message-actions.ts";
import { useMessageList } from "./list-context.ts";
import { EditedMark } from "./message-additions.tsx";
import styles from "./poll-view.module.css";
import { ReactionEmoji } from "./reactions/reaction-emoji.tsx";

/** A poll with its votes, which are the reactions to its message. */
export function PollView(props: { readonly message: Message; readonly poll: Poll }) {
  const list = useMessageList();
  const votersOf = (emoji: string) => props.message.reactions[emoji] ?? [];
  const voters = createMemo(() => new Set(props.poll.answers.flatMap(({ emoji }) => votersOf(emoji))).size);
  const isOwn = (emoji: string) => votersOf(emoji).includes(list.client.user?.id ?? "");
  const share = (emoji: string) => votersOf(emoji).length / Math.max(1, voters());
  const percent = (value: number) => new Intl.NumberFormat(locale(), { style: "percent" }).format(value);
  /** Nothing in an answer can be followed: all of it is one button. */
  const plain = (content: string) => messagePreview(list.client, { content, server: props.message.server });
  const react = () => actionsOf(list, props.message).react;
  const vote = (emoji: string) => {
    // Reactions have no single choice, so the new vote replaces the old one here.
    const others = props.poll.isSingle && !isOwn(emoji) ? props.poll.answers : [];
    for (const other of others) if (isOwn(other.emoji)) react()?.(other.emoji);
    react()?.(emoji);
  };
  return (
    <div class={styles.poll}>
      <Markdown text={props.poll.question} after={<EditedMark message={props.message} />} />
      <ul class={styles.answers} aria-label={t().messages.answers}>
        <For each={props.poll.answers}>
          {({ emoji, text }) => (
            <li>
              <button
                type="button"
                class={styles.answer}
                aria-pressed={isOwn(emoji)}
                disabled={!react()}
                onClick={() => vote(emoji)}
              >
                <span class={styles.bar} style={{ "inline-size": `${share(emoji) * 100}%` }} />
                <ReactionEmoji emoji={emoji} />
                <bdi class={styles.text}>{plain(text)}</bdi>
                <span class={styles.count}>
                  {t().messages.votes(votersOf(emoji).length)} · {percent(share(emoji))}
                </span>
              </button>
            </li>
          )}
        </For>
      </ul>
      <p class={styles.hint}>
        {props.poll.isSingle ? t().messages.oneAnswer : t().messages.severalAnswers} ·{" "}
        {t().messages.voters(voters())}
      </p>
    </div>
  );
}
