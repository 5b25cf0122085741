import { createEffect, on, onCleanup } from "solid-js";

/** The first frame of an animation: the server has no still of one. */
export function StillImage(props: {
  readonly url: string;
  /** Missing where somebody else says it. */
  readonly name?: string;
  readonly class?: string;
  readonly onError?: () => void;
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
        image.onerror = () => props.onError?.();
        image.src = url;
        onCleanup(() => {
          image.onload = null;
          image.onerror = null;
        });
      },
    ),
  );
  return (
    <canvas
      ref={canvas}
      class={props.class}
      role={props.name ? "img" : undefined}
      aria-label={props.name}
      aria-hidden={props.name ? undefined : "true"}
    />
  );
}
