import { Show } from "solid-js";
import type { Client } from "../../session/client.ts";
import { configuration } from "../../session/server.ts";
import styles from "./reactions.module.css";

const isCustom = (emoji: string) => /^[0-9A-HJKMNP-TV-Z]{26}$/.test(emoji);

/** An emoji that people react with, in words. */
export function reactionName(client: Client, emoji: string): string {
  return isCustom(emoji) ? `:${client.emojis.get(emoji)?.name ?? emoji}:` : emoji;
}

/** An emoji that people react with. Whoever shows it also says its name. */
export function ReactionEmoji(props: { readonly emoji: string }) {
  return (
    <Show when={isCustom(props.emoji)} fallback={<span aria-hidden="true">{props.emoji}</span>}>
      <img
        class={styles.emoji}
        src={`${configuration()?.features.autumn.url}/emojis/${props.emoji}`}
        alt=""
        draggable={false}
      />
    </Show>
  );
}
