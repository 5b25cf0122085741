import { Show } from "solid-js";
import type { Embed } from "../../../protocol/types.ts";
import { Markdown } from "../markdown/markdown.tsx";
import { proxied, webAddress } from "./addresses.ts";
import { AttachmentList } from "./attachment-list.tsx";
import styles from "./embed.module.css";
import { EmbedTitle } from "./embed-title.tsx";
import { plainColour } from "./plain-colour.ts";

/** What a bot or webhook writes in a card next to its message. */
export function TextCard(props: { readonly embed: Extract<Embed, { type: "Text" }> }) {
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
              {(title) => <EmbedTitle title={title()} address={webAddress(props.embed.url)} />}
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
