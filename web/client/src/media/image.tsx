import { ImageOff } from "@ui/icons.ts";
import { createEffect, createSignal, Match, on, onCleanup, Show, Switch } from "solid-js";
import { isMotionReduced } from "../components/appearance.ts";
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
  const isStill = () => props.isAnimated && isMotionReduced() && !isPlaying();
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
          <StillImage url={props.url} name={props.name} onError={() => setFailed(true)} />
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

/** The first frame of an animation: the server has no still of one. */
function StillImage(props: { readonly url: string; readonly name: string; readonly onError: () => void }) {
  let canvas: HTMLCanvasElement | undefined;
  createEffect(
    on(
      () => props.url,
      (url) => {
        const image = new Image();
        image.onload = () => {
          if (!canvas) return;
          canvas.width = image.naturalWidth;
          canvas.height = image.naturalHeight;
          canvas.getContext("2d")?.drawImage(image, 0, 0);
        };
        image.onerror = () => props.onError();
        image.src = url;
        onCleanup(() => {
          image.onload = null;
          image.onerror = null;
        });
      },
    ),
  );
  return <canvas ref={canvas} class={styles.image} role="img" aria-label={props.name} />;
}
