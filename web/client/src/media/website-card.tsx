import { Play } from "@ui/icons.ts";
import { Match, Show, Switch } from "solid-js";
import type { Embed } from "../../../protocol/types.ts";
import { proxied, webAddress } from "./addresses.ts";
import styles from "./embed.module.css";
import { EmbedTitle } from "./embed-title.tsx";
import { fitSize, sizeStyle } from "./fit-size.ts";
import { LazyImage } from "./image.tsx";
import { plainColour } from "./plain-colour.ts";
import { WebImage } from "./web-image.tsx";
import { WebVideo } from "./web-video.tsx";

/**
 * A page that a message links to. The players of video and music sites are not framed: a frame would tell those sites
 * who reads the message.
 */
export function WebsiteCard(props: { readonly embed: Extract<Embed, { type: "Website" }> }) {
  const address = () => webAddress(props.embed.original_url) ?? webAddress(props.embed.url);
  const isPlayer = () => !["None", "GIF", undefined].includes(props.embed.special?.type);
  const image = () => {
    const { image: given, icon_url: iconUrl } = props.embed;
    if (given) return { url: given.url, width: given.width, height: given.height, layout: given.size };
    // Some sites are known by an image of the video alone.
    return isPlayer() && iconUrl ? { url: iconUrl, width: 480, height: 270, layout: "Large" } : undefined;
  };
  const side = () => (image()?.layout === "Preview" && !isPlayer() ? image() : undefined);
  const below = () => (side() ? undefined : image());
  return (
    <article class={styles.card} style={{ "border-inline-start-color": plainColour(props.embed.colour) }}>
      <div class={styles.words}>
        <Show when={props.embed.site_name}>
          <div class={styles.site}>
            <Show when={!isPlayer() && proxied(props.embed.icon_url)}>
              {(url) => <img class={styles.icon} src={url()} alt="" loading="lazy" width="16" height="16" />}
            </Show>
            <bdi class={styles.ellipsis}>{props.embed.site_name}</bdi>
          </div>
        </Show>
        <EmbedTitle title={props.embed.title ?? address() ?? ""} address={address()} />
        <Show when={props.embed.description}>
          <p class={styles.description} dir="auto">
            {props.embed.description}
          </p>
        </Show>
      </div>
      <Show when={proxied(side()?.url)}>
        {(url) => (
          <div class={styles.side}>
            <LazyImage url={url()} name="" />
          </div>
        )}
      </Show>
      <Switch>
        <Match when={!isPlayer() && props.embed.video}>
          {(video) => (
            <div class={styles.media}>
              <WebVideo embed={video()} />
            </div>
          )}
        </Match>
        <Match when={below()}>
          {(image) => (
            <div class={styles.media}>
              <Show
                when={isPlayer() && address()}
                fallback={<WebImage url={image().url} size={image()} name={props.embed.title} />}
              >
                {(link) => <PlayerLink link={link()} title={props.embed.title ?? ""} image={image()} />}
              </Show>
            </div>
          )}
        </Match>
      </Switch>
    </article>
  );
}

/** The image of a video, which leads to the site where it plays. */
function PlayerLink(props: {
  readonly link: string;
  readonly title: string;
  readonly image: { readonly url: string; readonly width: number; readonly height: number };
}) {
  return (
    <Show when={proxied(props.image.url)}>
      {(url) => (
        <a
          class={styles.player}
          style={sizeStyle(fitSize(props.image))}
          href={props.link}
          target="_blank"
          rel="noopener noreferrer nofollow"
          referrerpolicy="no-referrer"
        >
          <LazyImage url={url()} name={props.title} />
          <span class={styles.play} aria-hidden="true">
            <Play size={24} strokeWidth={1.75} />
          </span>
        </a>
      )}
    </Show>
  );
}
