import { A } from "@solidjs/router";
import { Avatar } from "@ui/avatar.tsx";
import { Paperclip } from "@ui/icons.ts";
import type { JSX } from "solid-js";
import { For, Show } from "solid-js";
import type { Message } from "../../../protocol/types.ts";
import { t } from "../i18n/i18n.ts";
import { Markdown } from "../markdown/markdown.tsx";
import { timeOf } from "../message/ulid-time.ts";
import type { Channel } from "../model/channel.ts";
import { useClient } from "../session/context.tsx";
import { longDate } from "../users/dates.ts";
import { authorOf } from "./found-author.ts";
import styles from "./found-message.module.css";

/** A message in a list next to its channel, with a link to its place there. */
export function FoundMessage(props: {
  readonly message: Message;
  readonly channel: Channel;
  readonly onJump: () => void;
  readonly actions?: JSX.Element;
}) {
  const client = useClient();
  const author = () => authorOf(client, props.channel, props.message);
  const time = () => longDate(timeOf(props.message._id));
  const titles = () =>
    (props.message.embeds ?? []).flatMap((embed) => ("title" in embed && embed.title) || []);
  return (
    <article class={styles.message} aria-label={t().search.messageBy({ name: author().name, time: time() })}>
      <header class={styles.header}>
        <Avatar name={author().name} url={author().avatarUrl} size={24} />
        <div class={styles.who}>
          <div class={styles.name} dir="auto">
            {author().name}
          </div>
          <div class={styles.time}>{time()}</div>
        </div>
        {props.actions}
        <A class={styles.jump} href={`${props.channel.path}/${props.message._id}`} onClick={props.onJump}>
          {t().search.jump}
        </A>
      </header>
      <Show when={props.message.content}>
        {(text) => (
          <div class={styles.text}>
            <Markdown text={text()} />
          </div>
        )}
      </Show>
      <For each={titles()}>
        {(title) => (
          <div class={styles.file}>
            <span class={styles.fileName} dir="auto">
              {title}
            </span>
          </div>
        )}
      </For>
      <For each={props.message.attachments}>
        {(file) => (
          <div class={styles.file}>
            <Paperclip size={18} strokeWidth={1.75} aria-hidden="true" />
            <span class={styles.fileName} dir="auto">
              {file.filename}
            </span>
          </div>
        )}
      </For>
    </article>
  );
}
