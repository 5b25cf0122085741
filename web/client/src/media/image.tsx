import { ImageOff } from "@ui/icons.ts";
import { StillImage } from "@ui/still-image.tsx";
import { createSignal, Match, Show, Switch } from "solid-js";
import { areImagesStill } from "../components/appearance.ts";
import { t } from "../i18n/i18n.ts";
import styles from "./image.module.css";

/** An image that fills the place it is in: blurred until it is there, and a notice if it never comes. */
export function LazyImage(props: {
  readonly url: string;
  readonly name: string;
  readonly thumbnail?: string;
  readonly isAnimated?: boolean;
}) {
  const [isFailed, setFailed] = createSignal(false);
  const [isPlaying, setPlaying] = createSignal(false);
  const isStill = () => props.isAnimated && areImagesStill() && !isPlaying();
  return (
    <span
      class={styles.frame}
      style={{ "background-image": props.thumbnail && `url("${props.thumbnail}")` }}
      onPointerEnter={() => setPlaying(true)}
      onPointerLeave={() => setPlaying(false)}
    >
      <Switch
        fallback={
          <img
            class={styles.image}
            src={props.url}
            alt={props.name}
            loading="lazy"
            decoding="async"
            draggable={false}
            onError={() => setFailed(true)}
          />
        }
      >
        <Match when={isFailed()}>
          <span class={styles.failed} role="img" aria-label={`${props.name}: ${t().media.imageFailed}`}>
            <ImageOff size={18} strokeWidth={1.75} aria-hidden="true" />
            <span class={styles.failedText} aria-hidden="true">
              {t().media.imageFailed}
            </span>
          </span>
        </Match>
        <Match when={isStill()}>
          <StillImage
            class={styles.image}
            url={props.url}
            name={props.name}
            onError={() => setFailed(true)}
          />
        </Match>
      </Switch>
      <Show when={props.isAnimated && isStill() && !isFailed()}>
        <span class={styles.badge} aria-hidden="true">
          GIF
        </span>
      </Show>
    </span>
  );
}
