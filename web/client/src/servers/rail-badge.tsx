import { Show } from "solid-js";
import styles from "./server-rail.module.css";

/** The count at the corner of a line of the rail. */
export function Badge(props: { readonly count: number }) {
  return (
    <Show when={props.count}>
      <span class={styles.badge} aria-hidden="true">
        {props.count > 99 ? "99+" : props.count}
      </span>
    </Show>
  );
}
