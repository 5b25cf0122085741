import { VideoOff } from "@ui/icons.ts";
import { createSignal, Show } from "solid-js";
import { t } from "../i18n/i18n.ts";
import { fitSize, type Size, sizeStyle } from "./fit-size.ts";
import styles from "./player.module.css";
import { SpoilerCover } from "./spoiler-cover.tsx";

/** A video in its final size, of which nothing but the head is loaded until it is played. */
export function VideoPlayer(props: {
  readonly id: string;
  readonly url: string;
  readonly name: string;
  /** What it shows, in the words of whoever sent it. */
  readonly description?: string;
  readonly size: Size;
  readonly isSpoiler?: boolean;
}) {
  const [isFailed, setFailed] = createSignal(false);
  return (
    <div class={styles.video} style={sizeStyle(fitSize(props.size))}>
      <SpoilerCover fileId={props.id} name={props.name} isSpoiler={props.isSpoiler ?? false}>
        <Show
          when={!isFailed()}
          fallback={
            <div class={styles.failed} role="img" aria-label={`${props.name}: ${t().media.videoFailed}`}>
              <VideoOff size={18} strokeWidth={1.75} aria-hidden="true" />
              <span aria-hidden="true">{t().media.videoFailed}</span>
            </div>
          }
        >
          {/* biome-ignore lint/a11y/useMediaCaption: people upload videos without captions */}
          <video
            class={styles.player}
            src={props.url}
            aria-label={props.description ?? props.name}
            controls
            playsinline
            preload="metadata"
            onError={() => setFailed(true)}
          />
        </Show>
      </SpoilerCover>
    </div>
  );
}
