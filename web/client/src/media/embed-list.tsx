import { For, Match, Show, Switch } from "solid-js";
import type { Embed as EmbedData } from "../../../protocol/types.ts";
import { Markdown } from "../markdown/markdown.tsx";
import { proxied, webAddress } from "./addresses.ts";
import { AttachmentList } from "./attachment-list.tsx";
import styles from "./embed.module.css";
import { EmbedTitle } from "./embed-title.tsx";
import { plainColour } from "./plain-colour.ts";
import { WebImage } from "./web-image.tsx";
import { WebVideo } from "./web-video.tsx";
import { WebsiteCard } from "./website-card.tsx";

/** What the links of a message lead to, and what bots and webhooks put next to their text. */
export function EmbedList(props: { readonly embeds: readonly EmbedData[] }) {
  return (
    <div class={styles.list}>
      <For each={props.embeds}>{(embed) => <Embed embed={embed} />}</For>
    </div>
  );
}

function Embed(props: { readonly embed: EmbedData }) {
  const { embed } = props;
  return (
    <Switch>
      <Match when={embed.type === "Website" && embed}>{(site) => <WebsiteCard embed={site()} />}</Match>
      <Match when={embed.type === "Text" && embed}>{(text) => <TextCard embed={text()} />}</Match>
      <Match when={embed.type === "Image" && embed}>
        {(image) => <WebImage url={image().url} size={image()} />}
      </Match>
      <Match when={embed.type === "Video" && embed}>{(video) => <WebVideo embed={video()} />}</Match>
    </Switch>
  );
}

/** What a bot or webhook writes in a card next to its message. */
function TextCard(props: { readonly embed: Extract<EmbedData, { type: "Text" }> }) {
  return (
    <article class={styles.card} style={{ "border-inline-start-color": plainColour(props.embed.colour) }}>
      <div class={styles.words}>
        <Show when={props.embed.title || props.embed.icon_url}>
          <div class={styles.heading}>
            <Show when={proxied(props.embed.icon_url)}>
              {(url) => (
                <img class={styles.avatar} src={url()} alt="" loading="lazy" width="20" height="20" />
              )}
            </Show>
            <Show when={props.embed.title}>
              {(title) => <EmbedTitle title={title()} address={webAddress(props.embed.url)} isWritten />}
            </Show>
          </div>
        </Show>
        <Show when={props.embed.description}>
          {(text) => (
            <div class={styles.markdown}>
              <Markdown text={text()} />
            </div>
          )}
        </Show>
      </div>
      <Show when={props.embed.media}>
        {(file) => (
          <div class={styles.media}>
            <AttachmentList files={[file()]} />
          </div>
        )}
      </Show>
    </article>
  );
}
