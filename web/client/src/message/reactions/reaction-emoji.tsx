import { Show } from "solid-js";
import { areImagesStill } from "../../components/appearance.ts";
import { StillImage } from "../../components/still-image.tsx";
import type { Client } from "../../session/client.ts";
import { useClient } from "../../session/context.tsx";
import { configuration } from "../../session/server.ts";
import styles from "./reactions.module.css";

const isCustom = (emoji: string) => /^[0-9A-HJKMNP-TV-Z]{26}$/.test(emoji);

/** An emoji that people react with, in words. */
export function reactionName(client: Client, emoji: string): string {
  return isCustom(emoji) ? `:${client.emojis.get(emoji)?.name ?? emoji}:` : emoji;
}

/** An emoji that people react with. Whoever shows it also says its name. */
export function ReactionEmoji(props: { readonly emoji: string }) {
  const client = useClient();
  const url = () => `${configuration()?.features.autumn.url}/emojis/${props.emoji}`;
  const isStill = () => client.emojis.get(props.emoji)?.isAnimated && areImagesStill();
  return (
    <Show when={isCustom(props.emoji)} fallback={<span aria-hidden="true">{props.emoji}</span>}>
      <Show when={isStill()} fallback={<img class={styles.emoji} src={url()} alt="" draggable={false} />}>
        <StillImage class={styles.emoji} url={url()} />
      </Show>
    </Show>
  );
}
