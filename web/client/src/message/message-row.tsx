import { Avatar } from "@ui/avatar.tsx";
import { createMemo, ErrorBoundary, For, Match, Show, Switch, untrack } from "solid-js";
import { areImagesStill } from "../components/appearance.ts";
import { readPoll } from "../composer/poll-text.ts";
import { t } from "../i18n/i18n.ts";
import { markText } from "../markdown/mark-text.ts";
import { Markdown } from "../markdown/markdown.tsx";
import type { Message } from "../model/message.ts";
import { findWords } from "../preferences/alert-words.ts";
import { deletionsOf } from "./actions/deletions.ts";
import { MessageToolbar } from "./actions/message-toolbar.tsx";
import { authorOf, type ShownAuthor } from "./author.ts";
import { ChannelBeginning } from "./channel-beginning.tsx";
import { type MessageListState, useMessageList } from "./list-context.ts";
import { EditedMark, hasAdditions, MessageAdditions } from "./message-additions.tsx";
import { MessageEditor } from "./message-editor.tsx";
import { MessageHeader } from "./message-header.tsx";
import styles from "./message-row.module.css";
import { formatDate, formatTime } from "./message-time.ts";
import { PollView } from "./poll-view.tsx";
import { ReplyLine } from "./reply-line.tsx";
import { isSameLayout, type RowLayout } from "./row-layout.ts";
import { SystemIcon } from "./system/system-icon.tsx";
import { SystemMessageText } from "./system/system-message.tsx";

/** A message with the lines above it. A message that is gone leaves an empty row, so that no other moves. */
export function MessageRow(props: { readonly id: string }) {
  const list = useMessageList();
  const layout = createMemo(() => list.layout().get(props.id), undefined, { equals: isSameLayout });
  const message = () =>
    deletionsOf(list.client).isHidden(props.id) ? undefined : list.client.messages.get(props.id);
  const isBeginning = () =>
    list.messages.window()?.hasStart && list.layout().keys().next().value === props.id;
  return (
    <Show when={layout() && message()}>
      {(message) => (
        <ErrorBoundary fallback={(error, reset) => <Unreadable error={error} onRetry={reset} />}>
          <Show when={isBeginning()}>
            <ChannelBeginning />
          </Show>
          <Show when={layout()?.isNewDay}>
            <div class={styles.dateLine}>
              <time datetime={message().createdAt.toISOString()}>{formatDate(message().createdAt)}</time>
            </div>
          </Show>
          <Show when={layout()?.isFirstUnread}>
            <h2 class={styles.newLine}>{t().messages.newMessages}</h2>
          </Show>
          <Show
            when={isCollapsed(list, layout()?.blockedRun)}
            fallback={<Body message={message()} isHead={layout()?.isHead ?? true} />}
          >
            <Show when={layout()?.blockedRun?.head === props.id}>
              <BlockedRun head={props.id} count={layout()?.blockedRun?.count ?? 0} />
            </Show>
          </Show>
        </ErrorBoundary>
      )}
    </Show>
  );
}

/** In place of a message at which the page has failed: the others are still there to read. */
function Unreadable(props: { readonly error: unknown; readonly onRetry: () => void }) {
  console.error(props.error);
  return (
    <div class={styles.blocked} role="alert">
      <span>{t().messages.unreadable}</span>
      <button type="button" class={styles.systemLink} onClick={props.onRetry}>
        {t().common.retry}
      </button>
    </div>
  );
}

function isCollapsed(list: MessageListState, run: RowLayout["blockedRun"]): boolean {
  return run !== undefined && !list.isRunShown(run.head);
}

/** A line in place of a run of messages of blocked people. */
function BlockedRun(props: { readonly head: string; readonly count: number }) {
  const list = useMessageList();
  return (
    <div class={styles.blocked}>
      <span>{t().messages.blocked(props.count)}</span>
      <button type="button" class={styles.systemLink} onClick={() => list.showRun(props.head)}>
        {t().messages.showBlocked}
      </button>
    </div>
  );
}

function Body(props: { readonly message: Message; readonly isHead: boolean }) {
  const list = useMessageList();
  // What a message is, when, and by whom never changes; its text and what is below it may, and whether a call continues.
  const [id, sentAt, isSystem] = untrack(() => {
    const { message } = props;
    return [message.id, message.createdAt, message.systemMessage !== undefined] as const;
  });
  const systemMessage = () => (isSystem ? props.message.systemMessage : undefined);
  // Between a reconnection and the next reply nobody is known: the author is shown as before.
  const author = createMemo<ShownAuthor>((before) => {
    const isKnown = props.message.author || props.message.webhook;
    return before && !isKnown ? before : authorOf(props.message);
  });
  const isHead = () => props.isHead && !isSystem;
  const poll = () => (props.message.interactions ? readPoll(props.message) : undefined);
  const isEditing = () => list.conversation.editing() === id;
  const label = () => (isSystem ? formatTime(sentAt) : `${author().name}, ${formatTime(sentAt)}`);
  const flag = (value: boolean) => (value ? "" : undefined);
  return (
    <article
      class={styles.row}
      data-message={id}
      data-head={flag(isHead())}
      data-system={flag(isSystem)}
      data-mention={flag(props.message.mentioned)}
      data-highlighted={flag(list.isHighlighted(id))}
      data-editing={flag(isEditing())}
      aria-label={label()}
      tabindex={list.isCurrent(id) ? 0 : -1}
    >
      <For each={props.message.replyIds}>{(replied) => <ReplyLine messageId={replied} />}</For>
      <div class={styles.gutter}>
        <Switch
          fallback={
            <time class={styles.marginTime} datetime={sentAt.toISOString()} aria-hidden="true">
              {formatTime(sentAt)}
            </time>
          }
        >
          <Match when={systemMessage()}>{(system) => <SystemIcon kind={system().type} />}</Match>
          <Match when={isHead()}>
            <span class={styles.face} data-person={author().userId}>
              <Avatar
                name={author().name}
                url={author().avatarUrl}
                isStill={author().isAvatarAnimated && areImagesStill()}
                size={36}
              />
            </span>
          </Match>
        </Switch>
      </div>
      <div class={styles.content}>
        <Show when={isHead()}>
          <MessageHeader sentAt={sentAt} author={author()} />
        </Show>
        <Switch
          fallback={
            <Show when={props.message.content}>
              <Markdown
                ref={(element) => markAlerts(element, list, props.message)}
                text={props.message.content}
                after={<EditedMark message={props.message} />}
              />
            </Show>
          }
        >
          <Match when={systemMessage()}>
            {(system) => <SystemMessageText message={system()} sentAt={sentAt} />}
          </Match>
          <Match when={isEditing()}>
            <MessageEditor message={props.message} onDone={() => list.conversation.setEditing(undefined)} />
          </Match>
          <Match when={poll()}>{(asked) => <PollView message={props.message} poll={asked()} />}</Match>
        </Switch>
        <Show when={hasAdditions(props.message)}>
          <MessageAdditions message={props.message} />
        </Show>
      </div>
      <Show when={list.isActing(id) && !isEditing()}>
        <div class={styles.actions}>
          <MessageToolbar message={props.message} />
        </div>
      </Show>
    </article>
  );
}

/** Marks the user's own words that alert in what others wrote. */
function markAlerts(element: HTMLElement, list: MessageListState, message: Message): void {
  const pattern = untrack(list.alertWords);
  if (!pattern || message.authorId === list.client.state.selfId) return;
  if (message.author?.relationship !== "Blocked") markText(element, "alert", () => findWords(pattern));
}
