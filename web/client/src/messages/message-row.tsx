import { Avatar } from "@ui/avatar.tsx";
import { Pin } from "@ui/icons.ts";
import { createMemo, ErrorBoundary, For, Match, Show, Switch } from "solid-js";
import type { Message } from "stoat.js";
import { Markdown } from "../markdown/markdown.tsx";
import { t } from "../texts/texts.ts";
import { Attachments } from "./attachments.tsx";
import { authorOf, mentionsSelf, type ShownAuthor } from "./author.ts";
import { ChannelBeginning } from "./channel-beginning.tsx";
import { isBeingDeleted } from "./deletions.ts";
import { Embeds } from "./embeds.tsx";
import { useMessageList } from "./list-context.ts";
import { MessageEditor } from "./message-editor.tsx";
import { MessageHeader } from "./message-header.tsx";
import styles from "./message-row.module.css";
import { formatDate, formatFull, formatTime } from "./message-time.ts";
import { MessageToolbar } from "./message-toolbar.tsx";
import { Reactions } from "./reactions.tsx";
import { ReplyLine } from "./reply-line.tsx";
import { isSameLayout, type RowLayout } from "./row-layout.ts";
import { SystemMessageText } from "./system-message.tsx";

/** A message with the lines above it. A message that is gone leaves an empty row, so that no other moves. */
export function MessageRow(props: { readonly id: string }) {
  const list = useMessageList();
  const message = () => (isBeingDeleted(props.id) ? undefined : list.client.messages.get(props.id));
  const layout = createMemo(() => list.layout().get(props.id), undefined, { equals: isSameLayout });
  const isBeginning = () =>
    list.messages.window()?.hasStart && list.layout().keys().next().value === props.id;
  return (
    <Show when={message()}>
      {(message) => (
        <Show when={layout()}>
          {(layout) => (
            <>
              <Show when={isBeginning()}>
                <ChannelBeginning />
              </Show>
              <Show when={layout().isNewDay}>
                <div class={styles.dateLine}>
                  <time datetime={message().createdAt.toISOString()}>{formatDate(message().createdAt)}</time>
                </div>
              </Show>
              <Show when={layout().isFirstUnread}>
                <h2 class={styles.newLine}>{t().messages.newMessages}</h2>
              </Show>
              <ErrorBoundary fallback={(error) => <Unreadable error={error} />}>
                <Shown message={message()} layout={layout()} />
              </ErrorBoundary>
            </>
          )}
        </Show>
      )}
    </Show>
  );
}

/** In place of a message at which the page has failed: the others are still there to read. */
function Unreadable(props: { readonly error: unknown }) {
  console.error(props.error);
  return <p class={styles.blocked}>{t().messages.unreadable}</p>;
}

/** The message itself, or a line in place of a run of messages of blocked people. */
function Shown(props: { readonly message: Message; readonly layout: RowLayout }) {
  const list = useMessageList();
  const run = () => props.layout.blockedRun;
  const isCollapsed = () => {
    const blocked = run();
    return blocked !== undefined && !list.isRunShown(blocked.head);
  };
  return (
    <Show when={isCollapsed()} fallback={<Body message={props.message} layout={props.layout} />}>
      <Show when={run()?.head === props.message.id}>
        <div class={styles.blocked}>
          <span>{t().messages.blocked(run()?.count ?? 0)}</span>
          <button type="button" class={styles.systemLink} onClick={() => list.showRun(props.message.id)}>
            {t().messages.showBlocked}
          </button>
        </div>
      </Show>
    </Show>
  );
}

function Body(props: { readonly message: Message; readonly layout: RowLayout }) {
  const list = useMessageList();
  // Between a reconnection and the next answer nobody is known: the author stays as they were.
  const author = createMemo<ShownAuthor>((before) => {
    const isKnown = props.message.author || props.message.webhook;
    return before && !isKnown ? before : authorOf(props.message);
  });
  const isHead = () => props.layout.isHead && !props.message.systemMessage;
  const isEditing = () => list.conversation.editing() === props.message.id;
  const label = () => {
    const time = formatTime(props.message.createdAt);
    return props.message.systemMessage ? time : `${author().name}, ${time}`;
  };
  const flag = (value: boolean) => (value ? "" : undefined);
  return (
    <article
      class={styles.row}
      data-message={props.message.id}
      data-head={flag(isHead())}
      data-system={flag(props.message.systemMessage !== undefined)}
      data-mention={flag(mentionsSelf(list.client, props.message))}
      data-highlighted={flag(list.highlighted() === props.message.id)}
      data-editing={flag(isEditing())}
      aria-label={label()}
      tabindex={list.current() === props.message.id ? 0 : -1}
    >
      <For each={props.message.replyIds}>{(id) => <ReplyLine messageId={id} />}</For>
      <div class={styles.gutter}>
        <Show
          when={isHead()}
          fallback={
            <time
              class={styles.marginTime}
              datetime={props.message.createdAt.toISOString()}
              aria-hidden="true"
            >
              {formatTime(props.message.createdAt)}
            </time>
          }
        >
          <span data-author="">
            <Avatar name={author().name} url={author().avatarUrl} size={36} />
          </span>
        </Show>
      </div>
      <div class={styles.content}>
        <Show when={isHead()}>
          <MessageHeader message={props.message} author={author()} />
        </Show>
        <Switch
          fallback={
            <Show when={props.message.content}>
              <div class={styles.text} dir="auto">
                <Markdown text={props.message.content} />
              </div>
            </Show>
          }
        >
          <Match when={props.message.systemMessage}>
            {(system) => <SystemMessageText message={system()} />}
          </Match>
          <Match when={isEditing()}>
            <MessageEditor message={props.message} onDone={() => list.conversation.setEditing(undefined)} />
          </Match>
        </Switch>
        <Attachments message={props.message} />
        <Embeds message={props.message} />
        <Show when={props.message.editedAt}>
          {(time) => (
            <span class={styles.mark} title={t().messages.editedAt(formatFull(time()))}>
              ({t().messages.edited})
            </span>
          )}
        </Show>
        <Show when={props.message.pinned}>
          <span class={styles.mark}>
            <Pin size={12} strokeWidth={1.75} aria-hidden="true" /> {t().messages.pinned}
          </span>
        </Show>
        <Reactions message={props.message} />
      </div>
      <Show when={list.acting() === props.message.id && !isEditing()}>
        <MessageToolbar message={props.message} />
      </Show>
    </article>
  );
}
