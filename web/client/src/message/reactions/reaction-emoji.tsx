import { Show } from "solid-js";
import { PausableImage } from "../../components/pausable-image.tsx";
import type { Client } from "../../session/client.ts";
import { useClient } from "../../session/context.tsx";
import { configuration } from "../../session/server.ts";
import styles from "./reactions.module.css";

const isCustom = (emoji: string) => /^[0-9A-HJKMNP-TV-Z]{26}$/.test(emoji);

/** The name of a reaction's emoji. */
export function reactionName(client: Client, emoji: string): string {
  return isCustom(emoji) ? `:${client.emojis.get(emoji)?.name ?? emoji}:` : emoji;
}

/** The emoji of a reaction. Its name is up to the caller. */
export function ReactionEmoji(props: { readonly emoji: string }) {
  const client = useClient();
  const url = () => `${configuration()?.features.autumn.url}/emojis/${props.emoji}`;
  const isAnimated = () => client.emojis.get(props.emoji)?.isAnimated;
  return (
    <Show when={isCustom(props.emoji)} fallback={<span aria-hidden="true">{props.emoji}</span>}>
      <PausableImage class={styles.emoji} url={url()} isAnimated={isAnimated()} />
    </Show>
  );
}
