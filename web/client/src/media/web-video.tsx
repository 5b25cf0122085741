import { Show } from "solid-js";
import type { VideoEmbed } from "stoat.js";
import { proxied } from "./addresses.ts";
import { VideoPlayer } from "./video-player.tsx";

/** A video of another site, if it comes through this server. */
export function WebVideo(props: { readonly embed: VideoEmbed }) {
  const size = () => ({ width: Number(props.embed.width), height: Number(props.embed.height) });
  return (
    <Show when={proxied(props.embed.url)}>
      {(url) => <VideoPlayer id={props.embed.url} url={url()} name={props.embed.url} size={size()} />}
    </Show>
  );
}
