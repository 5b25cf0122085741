import { Show } from "solid-js";
import styles from "./avatar.module.css";
import { StillImage } from "./still-image.tsx";

export type Presence = "online" | "idle" | "focus" | "busy" | "offline";

interface AvatarProps {
  /** Whose image it is. The initials are shown until the image is loaded, and if there is none. */
  readonly name: string;
  readonly url?: string;
  /** Whether an animated image stops at its first frame. */
  readonly isStill?: boolean;
  readonly size: 20 | 24 | 32 | 36 | 48 | 80;
  readonly presence?: Presence;
  /** The name of the presence in words; without it the mark is decoration next to a name. */
  readonly presenceLabel?: string;
  readonly square?: boolean;
}

export function Avatar(props: AvatarProps) {
  return (
    <span class={styles.avatar} data-size={props.size} data-square={props.square ? "" : undefined}>
      <span class={styles.letters} aria-hidden="true">
        {initials(props.name)}
      </span>
      <Show when={props.url}>
        {(url) => (
          <Show
            when={props.isStill}
            fallback={
              <img
                class={styles.image}
                src={url()}
                alt=""
                loading="lazy"
                decoding="async"
                draggable={false}
              />
            }
          >
            <StillImage class={styles.image} url={url()} />
          </Show>
        )}
      </Show>
      <Show when={props.presence && props.presence !== "offline"}>
        <span class={styles.presence} data-presence={props.presence}>
          <Show when={props.presenceLabel}>
            <span class="visually-hidden">{props.presenceLabel}</span>
          </Show>
        </span>
      </Show>
    </span>
  );
}

const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** Most names: their letters are found without the segmenter, which takes longer than the rest of a row. */
const isAscii = /^[\x21-\x7e]+$/;

/** The first letters of the first two words, whole graphemes at a time. */
function initials(name: string): string {
  return name
    .trim()
    .split(/\s+/u)
    .slice(0, 2)
    .map((word) =>
      isAscii.test(word)
        ? word.slice(0, 1)
        : (segmenter.segment(word)[Symbol.iterator]().next().value?.segment ?? ""),
    )
    .join("")
    .toLocaleUpperCase();
}
