import { Show, untrack } from "solid-js";
import { t } from "../i18n/i18n.ts";
import { RoleIcon } from "../users/role-icon.tsx";
import type { ShownAuthor } from "./author.ts";
import styles from "./message-row.module.css";
import { formatFull, formatTime } from "./message-time.ts";

/** Who wrote the messages below it, and when. */
export function MessageHeader(props: { readonly sentAt: Date; readonly author: ShownAuthor }) {
  const userId = untrack(() => props.author.userId);
  return (
    <div class={styles.header}>
      {userId === undefined ? (
        <bdi
          class={styles.author}
          data-coloured={props.author.colour ? "" : undefined}
          style={{ "--chosen": props.author.colour }}
        >
          {props.author.name}
        </bdi>
      ) : (
        // The Tab key goes from row to row; the menu of a message leads to its author too.
        <button
          type="button"
          class={styles.author}
          tabindex="-1"
          data-person={userId}
          data-coloured={props.author.colour ? "" : undefined}
          style={{ "--chosen": props.author.colour }}
          title={props.author.realName && t().messages.shownAs(props.author.realName)}
        >
          {props.author.name}
        </button>
      )}
      <Show when={props.author.badge || props.author.roleIcon || props.author.realName}>
        <Marks author={props.author} />
      </Show>
      <time class={styles.time} datetime={props.sentAt.toISOString()} title={formatFull(props.sentAt)}>
        {formatTime(props.sentAt)}
      </time>
    </div>
  );
}

/** What few authors have next to their name. */
function Marks(props: { readonly author: ShownAuthor }) {
  return (
    <>
      <Show when={props.author.roleIcon}>{(icon) => <RoleIcon icon={icon()} />}</Show>
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
    </>
  );
}
