import { For, Match, Switch } from "solid-js";
import type { Embed as EmbedData } from "../../../protocol/types.ts";
import styles from "./embed.module.css";
import { TextCard } from "./text-card.tsx";
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
