import { createEffect, on, onCleanup } from "solid-js";
import styles from "./image.module.css";

/** The first frame of an animation: the server has no still of one. */
export function StillImage(props: {
  readonly url: string;
  readonly name: string;
  readonly onError: () => void;
}) {
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
