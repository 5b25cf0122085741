import { Show } from "solid-js";
import styles from "./embed.module.css";

/** The title of an embed, as a link if it leads somewhere. */
export function EmbedTitle(props: { readonly title: string; readonly address: string | undefined }) {
  return (
    <div class={styles.title} dir="auto">
      <Show when={props.address} fallback={props.title}>
        {(address) => (
          <a href={address()} target="_blank" rel="noopener noreferrer nofollow" referrerpolicy="no-referrer">
            {props.title}
          </a>
        )}
      </Show>
    </div>
  );
}
