import { createSignal, type JSX, Show } from "solid-js";
import { t } from "../i18n/i18n.ts";
import styles from "./markdown.module.css";

/** Text that is hidden until it is asked for. */
export function Spoiler(props: { readonly children: JSX.Element }) {
  const [isShown, setShown] = createSignal(false);
  return (
    <Show
      when={isShown()}
      fallback={
        <button
          type="button"
          class={styles.spoiler}
          aria-label={t().markdown.showSpoiler}
          onClick={(event) => {
            event.stopPropagation();
            setShown(true);
          }}
        >
          <span class={styles.hidden} inert aria-hidden="true">
            {props.children}
          </span>
        </button>
      }
    >
      <span class={styles.revealed}>{props.children}</span>
    </Show>
  );
}
