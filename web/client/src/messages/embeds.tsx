import { For, Show } from "solid-js";
import { type MessageEmbed, TextEmbed, WebsiteEmbed } from "stoat.js";
import styles from "./media.module.css";

/** The previews of a message. */
export function Embeds(props: { readonly embeds: readonly MessageEmbed[] }) {
  const shown = () =>
    props.embeds.filter((embed) => embed instanceof WebsiteEmbed || embed instanceof TextEmbed);
  return (
    <ul class={styles.list}>
      <For each={shown()}>
        {(embed) => (
          <Show when={embed.title ?? embed.description}>
            {(text) => (
              <li class={styles.embed} dir="auto">
                {text()}
              </li>
            )}
          </Show>
        )}
      </For>
    </ul>
  );
}
