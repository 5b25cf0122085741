import { useParams } from "@solidjs/router";
import { ArrowDown } from "@ui/icons.ts";
import { ContextMenu } from "@ui/menu.tsx";
import { FailedState, Skeleton } from "@ui/state.tsx";
import { ToastSpace } from "@ui/toast-space.tsx";
import {
  type Accessor,
  createEffect,
  createMemo,
  createSignal,
  Match,
  on,
  onCleanup,
  Show,
  Switch,
} from "solid-js";
import { describeError, t } from "../i18n/i18n.ts";
import { messagePreview } from "../markdown/message-preview.ts";
import { messageMenu, reactionMenu } from "../message/actions/message-menu.tsx";
import { authorOf } from "../message/author.ts";
import { MessageListProvider, type MessageListState } from "../message/list-context.ts";
import type { Channel } from "../model/channel.ts";
import type { Message } from "../model/message.ts";
import { userMenuEntries } from "../profile/user-menu.ts";
import { DateInView } from "./date-in-view.tsx";
import { messageIdAt } from "./list-keys.ts";
import type { ListScroll } from "./list-scroll.ts";
import { createListState } from "./list-state.ts";
import styles from "./message-list.module.css";
import { MessageRows } from "./message-rows.tsx";
import { watchReading } from "./reading.ts";
import { listenToReplySwipe } from "./swipe-reply.ts";
import { TypingLine } from "./typing-line.tsx";
import { UnreadBar } from "./unread-bar.tsx";

const longestAnnouncement = 200;

/** The messages of a channel. */
export function MessageList(props: { readonly channel: Channel }) {
  const params = useParams<{ message?: string }>();
  const [scroll, setScroll] = createSignal<ListScroll>();
  const [scroller, setScroller] = createSignal<HTMLElement>();
  const [menuTarget, setMenuTarget] = createSignal<{ id: string; personId?: string; emoji?: string }>();
  const { channel } = props;
  const state = createListState(channel, scroll);
  const { messages, client, readState } = state;
  const announcement = createAnnouncement(state);
  watchReading(state, scroll);

  const open = (address: string | undefined, mayRead: boolean) => {
    // A channel that was never opened begins at its end: the line may be years away.
    const lastRead = channel.lastReadId && readState.lineAfter();
    if (!mayRead) messages.openWithoutHistory();
    else if (address !== undefined) state.jumps.toMessage(address);
    else if (!messages.window())
      void messages.load(lastRead ? { kind: "unread", lastRead } : { kind: "end" });
    else if (lastRead && messages.window()?.ids.includes(lastRead))
      messages.place = { kind: "unread", lastRead };
  };
  const mayRead = () => channel.havePermission("ReadMessageHistory");
  open(params.message, mayRead());
  createEffect(on([() => params.message, mayRead], ([address, may]) => open(address, may), { defer: true }));

  const onScroller = (element: HTMLElement) => {
    setScroller(element);
    listenToReplySwipe(element, state);
  };
  const aim = (target: Element) => {
    const id = messageIdAt(target);
    const emoji = target.closest<HTMLElement>("[data-reaction]")?.dataset.reaction;
    const hasOwnMenu = target.closest("a, img, video, audio, textarea, input");
    const isSelecting = !window.getSelection()?.isCollapsed;
    // The browser's menu is the better one for links, images and selected text.
    if (id === undefined || ((hasOwnMenu || isSelecting) && !emoji)) return false;
    const personId = target.closest<HTMLElement>("[data-person]")?.dataset.person;
    setMenuTarget({ id, personId, emoji });
    return true;
  };
  const menu = () => {
    const target = menuTarget();
    const message = target && client.messages.get(target.id);
    if (!message) return [];
    if (target.emoji && message.reactions[target.emoji]) return reactionMenu(state, message, target.emoji);
    const person = client.users.get(target.personId ?? "");
    return person ? userMenuEntries(client, person, message.server) : messageMenu(state, message);
  };
  return (
    <MessageListProvider value={state}>
      <ToastSpace onResize={(by) => scroll()?.moveBy(by)} />
      <div
        class={styles.list}
        onPointerOver={(event) => event.pointerType === "mouse" && state.setActing(messageIdAt(event.target))}
        onPointerLeave={() => state.setActing(undefined)}
        onFocusIn={(event) => {
          const id = messageIdAt(event.target);
          if (id === undefined) return;
          state.setCurrent(id);
          if (event.target instanceof Element && event.target.matches(":focus-visible")) state.setActing(id);
        }}
      >
        <Show when={!mayRead()}>
          <p class={styles.notice}>{t().messages.noHistory}</p>
        </Show>
        <Switch fallback={<Skeleton shape="messages" lines={24} label={t().common.loading} />}>
          <Match when={!messages.window() && messages.failure()}>
            {(failure) => (
              <FailedState
                message={`${t().messages.loadFailed} ${describeError(failure().error)}`}
                retryLabel={t().common.retry}
                onRetry={() => messages.retry()}
              />
            )}
          </Match>
          <Match when={messages.window()}>
            <ContextMenu class={styles.menuArea} entries={menu} aim={aim}>
              <section class={styles.scroller} ref={onScroller} aria-label={t().messages.list}>
                <Show when={scroller()}>
                  {(element) => (
                    <Show when={messages.list()} keyed>
                      <MessageRows scroller={element()} onScroller={setScroll} />
                    </Show>
                  )}
                </Show>
              </section>
            </ContextMenu>
            <div class={styles.above}>
              <DateInView scroll={scroll()} />
              <UnreadBar scroll={scroll()} />
              <LoadFailure />
            </div>
            <EndPill scroll={scroll()} />
          </Match>
        </Switch>
        <p class="visually-hidden" role="log" aria-live="polite">
          {announcement()}
        </p>
      </div>
      <TypingLine channel={channel} />
    </MessageListProvider>
  );

  /** At the start of the list, so that it covers no newest message. */
  function LoadFailure() {
    return (
      <Show when={messages.failure()}>
        {(failure) => (
          <button type="button" class={styles.pill} data-failed="" onClick={() => messages.retry()}>
            {describeError(failure().error)} {t().common.retry}
          </button>
        )}
      </Show>
    );
  }

  /** The way to the end, for those who are not there. */
  function EndPill(pill: { readonly scroll: ListScroll | undefined }) {
    const unseen = () => messages.window()?.unseen ?? 0;
    return (
      <Show when={pill.scroll?.isPlaced() && !pill.scroll.isAtEnd()}>
        <div class={styles.below}>
          <button type="button" class={styles.pill} onClick={() => state.jumps.toEnd()}>
            <ArrowDown size={18} strokeWidth={1.75} aria-hidden="true" />
            {unseen() > 0 ? t().messages.arrived(unseen()) : t().messages.jumpToPresent}
          </button>
        </div>
      </Show>
    );
  }
}

/** The latest message of other people in words, for screen readers: the rows themselves come and go by scrolling. */
function createAnnouncement({ client, channel }: MessageListState): Accessor<string> {
  const [latest, setLatest] = createSignal<Pick<Message, "content" | "server"> & { readonly by: string }>();
  const onMessage = (message: Message | undefined) => {
    if (message?.channelId !== channel.id || message.authorId === client.user?.id) return;
    if (message.systemMessage || message.author?.relationship === "Blocked") return;
    setLatest({ by: authorOf(message).name, content: message.content, server: message.server });
  };
  onCleanup(client.on("Message", ({ _id }) => onMessage(client.messages.get(_id))));
  return createMemo(() => {
    const message = latest();
    if (!message) return "";
    // Names instead of ids, and nothing of what a spoiler hides.
    const said = messagePreview(client, message) || t().messages.replyAttachment;
    return `${message.by}: ${said.slice(0, longestAnnouncement)}`;
  });
}
