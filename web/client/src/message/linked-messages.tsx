import { A } from "@solidjs/router";
import { Avatar } from "@ui/avatar.tsx";
import { Paperclip } from "@ui/icons.ts";
import { createMemo, createResource, For, Match, onCleanup, Show, Switch } from "solid-js";
import { ChannelIcon, channelName } from "../components/channels.tsx";
import { heldMessages } from "../history/held-messages.ts";
import { t } from "../i18n/i18n.ts";
import { messagePreview } from "../markdown/message-preview.ts";
import { type MessageLink, messageLinks } from "../media/own-links.ts";
import type { Message } from "../model/message.ts";
import { adultsOnly } from "../session/adults-only.ts";
import { useClient, useConnection } from "../session/context.tsx";
import { ownOrigins } from "../session/server.ts";
import { longDate } from "../users/dates.ts";
import { authorOf, nameOrFetch } from "./author.ts";
import { findLinked } from "./find-linked.ts";
import styles from "./linked-messages.module.css";

/**
 * Cards of the messages that a text links to, as far as the user may read them. A card asks for its message when its row
 * comes into sight: rows that are not near it do not exist.
 */
export function LinkedMessages(props: { readonly message: Message }) {
  const { client, settings } = useConnection();
  const { isHidden } = adultsOnly(settings);
  const links = createMemo(() => messageLinks(props.message.content, ownOrigins()), [], {
    equals: (a, b) => JSON.stringify(a) === JSON.stringify(b),
  });
  const mayRead = ({ channelId, messageId }: MessageLink) => {
    const channel = client.channels.get(channelId);
    if (!channel || messageId === props.message.id) return false;
    return channel.havePermission("ViewChannel", "ReadMessageHistory") && !isHidden(channel);
  };
  return <For each={links().filter(mayRead)}>{(link) => <LinkedMessage link={link} />}</For>;
}

function LinkedMessage(props: { readonly link: MessageLink }) {
  const client = useClient();
  const { messageId, channelId } = props.link;
  const held = heldMessages(client);
  held.hold([messageId]);
  onCleanup(() => held.release([messageId]));
  const [state] = createResource(client.generation, () => findLinked(client, props.link));
  const message = () => {
    const found = client.messages.get(messageId);
    return found?.channelId === channelId && !found.systemMessage ? found : undefined;
  };
  return (
    <Switch>
      <Match when={message()}>{(found) => <Card message={found()} />}</Match>
      <Match when={state.loading}>
        <div class={styles.card} aria-busy="true" />
      </Match>
      <Match when={state.latest === "gone"}>
        <p class={styles.card} data-gone="">
          {t().messages.replyGone}
        </p>
      </Match>
    </Switch>
  );
}

function Card(props: { readonly message: Message }) {
  const client = useClient();
  const isBlocked = () => props.message.author?.relationship === "Blocked";
  const author = () => authorOf(props.message);
  const name = () => {
    const { author: user, webhook, masquerade, authorId, channel } = props.message;
    return user || webhook || masquerade ? author().name : nameOrFetch(client, channel, authorId);
  };
  const place = () => (props.message.channel ? channelName(props.message.channel) : "");
  const text = () =>
    isBlocked() ? t().messages.blocked(1) : messagePreview(client, props.message) || titleOf(props.message);
  return (
    <A
      class={styles.card}
      href={props.message.path}
      aria-label={t().reading.linkedMessage({ name: name(), channel: place(), text: text() })}
    >
      <span class={styles.heading}>
        <Avatar name={name()} url={author().avatarUrl} size={20} />
        <bdi class={styles.name}>{name()}</bdi>
        <span class={styles.place}>
          <Show when={props.message.channel}>
            {(channel) => <ChannelIcon channel={channel()} size={14} />}
          </Show>
          <bdi class={styles.ellipsis}>{place()}</bdi>
        </span>
        <time class={styles.time} datetime={props.message.createdAt.toISOString()}>
          {longDate(props.message.createdAt)}
        </time>
      </span>
      <span class={styles.text} dir="auto">
        <Show when={props.message.attachments.length > 0 && !isBlocked()}>
          <Paperclip class={styles.clip} size={14} strokeWidth={1.75} aria-hidden="true" />
        </Show>
        {text()}
      </span>
    </A>
  );
}

/** In words, what a message without a text of its own has. */
function titleOf({ attachments, embeds }: Message): string {
  const [file] = attachments;
  if (file) return file.filename;
  return embeds.flatMap((embed) => ("title" in embed && embed.title) || [])[0] ?? "";
}
