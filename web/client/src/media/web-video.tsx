import { Show } from "solid-js";
import type { Video } from "../../../protocol/types.ts";
import { proxied } from "./addresses.ts";
import { VideoPlayer } from "./video-player.tsx";

/** A video of another site, if it comes through this server. */
export function WebVideo(props: { readonly embed: Video }) {
  return (
    <Show when={proxied(props.embed.url)}>
      {(url) => <VideoPlayer id={props.embed.url} url={url()} name={props.embed.url} size={props.embed} />}
    </Show>
  );
}
