import { Show } from "solid-js";
import { t } from "../i18n/i18n.ts";
import type { ShownAuthor } from "./author.ts";
import styles from "./message-row.module.css";
import { formatFull, formatTime } from "./message-time.ts";

/** Who wrote the messages below it, and when. */
export function MessageHeader(props: { readonly sentAt: Date; readonly author: ShownAuthor }) {
  return (
    <div class={styles.header}>
      <bdi
        class={styles.author}
        data-author=""
        data-coloured={props.author.colour ? "" : undefined}
        style={{ "--chosen": props.author.colour }}
        title={props.author.realName && t().messages.shownAs(props.author.realName)}
      >
        {props.author.name}
      </bdi>
      <Show when={props.author.badge}>
        {(badge) => <span class={styles.badge}>{t().messages[badge()]}</span>}
      </Show>
      <Show when={props.author.realName}>
        {(name) => (
          <span class={styles.masked}>
            <bdi>{t().messages.shownAs(name())}</bdi>
          </span>
        )}
      </Show>
      <time class={styles.time} datetime={props.sentAt.toISOString()} title={formatFull(props.sentAt)}>
        {formatTime(props.sentAt)}
      </time>
    </div>
  );
}
