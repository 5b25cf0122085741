import { StillImage } from "@ui/still-image.tsx";
import { Show } from "solid-js";
import { areImagesStill } from "./appearance.ts";

/** An image whose animation stops at its first frame while images stand still. */
export function PausableImage(props: {
  readonly url: string;
  readonly isAnimated: boolean | undefined;
  /** Missing where somebody else says it. */
  readonly name?: string;
  readonly class?: string;
  readonly onError?: () => void;
}) {
  return (
    <Show
      when={props.isAnimated && areImagesStill()}
      fallback={
        <img
          class={props.class}
          src={props.url}
          alt={props.name ?? ""}
          title={props.name}
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => props.onError?.()}
        />
      }
    >
      <StillImage class={props.class} url={props.url} name={props.name} onError={props.onError} />
    </Show>
  );
}
