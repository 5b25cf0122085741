import { Show } from "solid-js";
import styles from "./count-badge.module.css";

/** How many there are of something that waits for the user; nothing for none. */
export function CountBadge(props: {
  readonly count: number;
  /** The count in words, unless what it belongs to says it. */
  readonly label?: string;
  readonly class?: string;
}) {
  return (
    <Show when={props.count}>
      <span class={`${styles.badge} ${props.class ?? ""}`} aria-hidden="true">
        {props.count > 99 ? "99+" : props.count}
      </span>
      <Show when={props.label}>
        <span class="visually-hidden">{props.label}</span>
      </Show>
    </Show>
  );
}
