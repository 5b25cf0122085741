import { Show } from "solid-js";
import { leadsTo } from "../markdown/leads-to.ts";
import { LeadsTo } from "../markdown/link.tsx";
import styles from "./embed.module.css";

/** The title of an embed, as a link if it leads somewhere. */
export function EmbedTitle(props: { readonly title: string; readonly address: string | undefined }) {
  return (
    <div class={styles.title} dir="auto">
      <Show when={props.address} fallback={props.title}>
        {(address) => (
          <a href={address()} target="_blank" rel="noopener noreferrer nofollow" referrerpolicy="no-referrer">
            {props.title}
            <LeadsTo host={leadsTo(address(), [{ type: "text", value: props.title }])} />
          </a>
        )}
      </Show>
    </div>
  );
}
