import { A } from "@solidjs/router";
import { CountBadge } from "@ui/count-badge.tsx";
import { rememberFocus } from "@ui/focus-return.ts";
import { IconButton } from "@ui/icon-button.tsx";
import { Check } from "@ui/icons.ts";
import { latestOf } from "@ui/loaded.tsx";
import { Skeleton } from "@ui/state.tsx";
import { createResource, createSignal, For, Match, Show, Switch } from "solid-js";
import type { Message } from "../../../protocol/types.ts";
import { attempt } from "../components/attempt.ts";
import { ChannelIcon, channelName } from "../components/channels.tsx";
import { LoadFailure } from "../components/failure.tsx";
import { markRead } from "../history/mark-read.ts";
import { t } from "../i18n/i18n.ts";
import { messagePreview } from "../markdown/message-preview.ts";
import { timeOf } from "../message/ulid-time.ts";
import type { Channel } from "../model/channel.ts";
import { foundAuthor } from "../search/found-message.tsx";
import { useClient } from "../session/context.tsx";
import { longDate } from "../users/dates.ts";
import { fetchExcerpts, mostExcerpts } from "./excerpts.ts";
import styles from "./inbox-page.module.css";

/** A channel with news: a few of its messages, each of which leads to its place. */
export function InboxEntry(props: { readonly channel: Channel }) {
  const client = useClient();
  const mentions = () => props.channel.mentions;
  const name = () => channelName(props.channel);
  const [isFull, setFull] = createSignal(false);
  const [excerpts, { refetch }] = createResource(
    () => ({
      generation: client.generation(),
      mentions: mentions().join(),
      // Further messages matter until there are enough.
      last: mentions().length > 0 || isFull() ? "" : props.channel.lastMessageId,
    }),
    async () => {
      const messages = await fetchExcerpts(client, props.channel);
      setFull(messages.length >= mostExcerpts);
      return messages;
    },
  );
  return (
    <li class={styles.entry}>
      <header class={styles.head}>
        <ChannelIcon channel={props.channel} />
        <h4 class={styles.name}>
          <A href={props.channel.path}>
            <bdi>{name()}</bdi>
          </A>
        </h4>
        <CountBadge count={mentions().length} label={t().frame.mentions(mentions().length)} />
        <IconButton
          class={styles.read}
          icon={Check}
          label={t().inbox.markRead(name())}
          onClick={() => {
            const returnFocus = rememberFocus();
            void attempt(() => markRead(client, props.channel));
            // The entry disappears at once, together with the focused button.
            returnFocus();
          }}
        />
      </header>
      <Switch>
        <Match when={excerpts.error}>
          <LoadFailure error={excerpts.error} onRetry={refetch} />
        </Match>
        <Match when={latestOf(excerpts)}>
          {(messages) => (
            <ul>
              <For each={messages()}>
                {(message) => <Excerpt message={message} channel={props.channel} />}
              </For>
            </ul>
          )}
        </Match>
        <Match when={excerpts.loading}>
          <Skeleton lines={2} label={t().common.loading} />
        </Match>
      </Switch>
      <Show when={mentions().length > mostExcerpts}>
        <p class={styles.more}>{t().inbox.moreMentions(mentions().length - mostExcerpts)}</p>
      </Show>
    </li>
  );
}

function Excerpt(props: { readonly message: Message; readonly channel: Channel }) {
  const client = useClient();
  const text = () => {
    const { content = "" } = props.message;
    return messagePreview(client, { content, server: props.channel.server }) || t().inbox.withoutText;
  };
  return (
    <li>
      <A class={styles.excerpt} href={`${props.channel.path}/${props.message._id}`}>
        <span class={styles.by}>
          <bdi class={styles.author}>{foundAuthor(client, props.channel, props.message).name}</bdi>{" "}
          <span class={styles.time}>{longDate(timeOf(props.message._id))}</span>
        </span>{" "}
        <span class={styles.text} dir="auto">
          {text()}
        </span>
      </A>
    </li>
  );
}
