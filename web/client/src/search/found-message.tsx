import { A } from "@solidjs/router";
import { Avatar } from "@ui/avatar.tsx";
import { Paperclip } from "@ui/icons.ts";
import { For, type JSX, Show } from "solid-js";
import type { Message, SearchMark } from "../../../protocol/types.ts";
import { ChannelIcon, channelName } from "../components/channels.tsx";
import { t } from "../i18n/i18n.ts";
import { findMarked } from "../markdown/find-marked.ts";
import { markText } from "../markdown/mark-text.ts";
import { Markdown } from "../markdown/markdown.tsx";
import { proxied } from "../media/addresses.ts";
import { timeOf } from "../message/ulid-time.ts";
import type { Channel } from "../model/channel.ts";
import type { Client } from "../session/client.ts";
import { useClient } from "../session/context.tsx";
import { configuration } from "../session/server.ts";
import { longDate } from "../users/dates.ts";
import styles from "./found-message.module.css";

/** A message in a list next to its channel, with a link to its place there. */
export function FoundMessage(props: {
  readonly message: Message;
  readonly channel: Channel;
  /** Where the content holds words that were searched for. */
  readonly marks?: readonly SearchMark[];
  /** Whether the channel is named, because it is not the one next to the list. */
  readonly isChannelNamed?: boolean;
  readonly onJump: () => void;
  readonly actions?: JSX.Element;
}) {
  const client = useClient();
  const author = () => foundAuthor(client, props.channel, props.message);
  const time = () => longDate(timeOf(props.message._id));
  const titles = () =>
    (props.message.embeds ?? []).flatMap((embed) => ("title" in embed && embed.title) || []);
  return (
    <article class={styles.message} aria-label={t().search.messageBy({ name: author().name, time: time() })}>
      <header class={styles.header}>
        <span data-person={author().userId}>
          <Avatar name={author().name} url={author().avatarUrl} size={24} />
        </span>
        <div class={styles.who}>
          <Show
            when={author().userId}
            fallback={
              <div class={styles.name} dir="auto">
                {author().name}
              </div>
            }
          >
            {(id) => (
              <button type="button" class={styles.name} data-person={id()} dir="auto">
                {author().name}
              </button>
            )}
          </Show>
          <div class={styles.time}>{time()}</div>
        </div>
        {props.actions}
        <A class={styles.jump} href={`${props.channel.path}/${props.message._id}`} onClick={props.onJump}>
          {t().search.jump}
        </A>
      </header>
      <Show when={props.isChannelNamed}>
        <p class={styles.place} dir="auto">
          <ChannelIcon channel={props.channel} size={16} />
          <span class={styles.fileName}>{channelLabel(props.channel)}</span>
        </p>
      </Show>
      <Show when={props.message.content}>
        {(text) => (
          <div class={styles.text}>
            <Markdown
              ref={(element) => markText(element, "found", () => findMarked(text(), props.marks ?? []))}
              text={text()}
            />
          </div>
        )}
      </Show>
      <For each={titles()}>
        {(title) => (
          <div class={styles.file}>
            <bdi class={styles.fileName}>{title}</bdi>
          </div>
        )}
      </For>
      <For each={props.message.attachments}>
        {(file) => (
          <div class={styles.file}>
            <Paperclip size={18} strokeWidth={1.75} aria-hidden="true" />
            <bdi class={styles.fileName}>{file.filename}</bdi>
          </div>
        )}
      </For>
    </article>
  );
}

/** A channel with the server that it belongs to. */
function channelLabel(channel: Channel): string {
  const name = channelName(channel);
  return channel.server ? t().search.channelIn({ channel: name, server: channel.server.name }) : name;
}

interface FoundAuthor {
  readonly name: string;
  readonly avatarUrl?: string;
  /** The person, if it is one. */
  readonly userId?: string;
}

/** Who a message that was found appears to be from. */
export function foundAuthor(client: Client, channel: Channel, message: Message): FoundAuthor {
  const { masquerade, webhook, author } = message;
  const server = channel.serverId;
  const member = server ? client.member(server, author) : undefined;
  const user = client.users.get(author);
  const webhookAvatar =
    webhook?.avatar && `${configuration()?.features.autumn.url}/avatars/${webhook.avatar}`;
  return {
    name:
      masquerade?.name ?? webhook?.name ?? member?.nickname ?? user?.displayName ?? t().search.unknownAuthor,
    userId: webhook ? undefined : author,
    avatarUrl: proxied(masquerade?.avatar) ?? webhookAvatar ?? member?.avatarURL ?? user?.avatarURL,
  };
}
