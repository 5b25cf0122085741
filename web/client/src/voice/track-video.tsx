import type { Track } from "livekit-client";
import { createEffect, onCleanup } from "solid-js";
import styles from "./tile.module.css";

/** The video of a camera or screen. Sound is played by the call itself. */
export function TrackVideo(props: {
  readonly track: Track;
  readonly label: string;
  readonly isMirrored: boolean;
  /** Shows all of the video, with bars next to it, instead of filling the tile. */
  readonly isWhole: boolean;
}) {
  const play = (element: HTMLVideoElement) =>
    createEffect(() => {
      const { track } = props;
      track.attach(element);
      onCleanup(() => track.detach(element));
    });
  return (
    <video
      ref={play}
      class={styles.video}
      data-mirrored={props.isMirrored ? "" : undefined}
      data-whole={props.isWhole ? "" : undefined}
      aria-label={props.label}
      autoplay
      playsinline
      muted
    />
  );
}
