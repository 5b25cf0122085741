import { notify } from "@ui/toasts.tsx";
import {
  createComputed,
  createMemo,
  createSelector,
  createSignal,
  mapArray,
  onCleanup,
  untrack,
} from "solid-js";
import { useConversation } from "../history/conversation.tsx";
import { useChannelMessages } from "../history/opened-channels.ts";
import { createReadState } from "../history/read-state.ts";
import { t } from "../i18n/i18n.ts";
import { deletionsOf } from "../message/actions/deletions.ts";
import { createHiddenPreviews } from "../message/hidden-previews.ts";
import type { MessageListState } from "../message/list-context.ts";
import { layOutRows, type RowFacts } from "../message/row-layout.ts";
import { firstIdAt, timeOf } from "../message/ulid-time.ts";
import type { Channel } from "../model/channel.ts";
import { wordPattern } from "../preferences/alert-words.ts";
import { alertsIn } from "../preferences/preferences.ts";
import { useConnection } from "../session/context.tsx";
import type { ListScroll } from "./list-scroll.ts";

/** How long the message that a jump leads to is marked. */
const highlightTime = 2_500;

/** The state of an open list. */
export function createListState(channel: Channel, scroll: () => ListScroll | undefined): MessageListState {
  const { client, settings } = useConnection();
  const conversation = useConversation();
  const messages = useChannelMessages(channel.id);
  const readState = createReadState(
    client,
    channel,
    // What was written before somebody joined is history; in a conversation everything is meant for them.
    firstIdAt(+(channel.server?.member?.joinedAt ?? 0)),
  );
  const isLoaded = createMemo(() => messages.window() !== undefined);
  createComputed(() => {
    const isOwn = (id: string) => client.messages.get(id)?.authorId === client.user?.id;
    const latest = isLoaded()
      ? untrack(messages.window)?.ids.findLast((id) => untrack(() => isOwn(id)))
      : undefined;
    if (latest !== undefined) readState.startAfterOwn(latest);
  });
  const [chosen, setCurrent] = createSignal<string>();
  const [acting, setActing] = createSignal<string>();
  const [highlighted, setHighlighted] = createSignal<string>();
  const [shownRuns, setShownRuns] = createSignal<ReadonlySet<string>>(new Set());
  let isActingKept = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  onCleanup(() => clearTimeout(timer));

  const factsOf = (id: string): RowFacts | undefined => {
    const message = client.messages.get(id);
    if (!message || deletionsOf(client).isHidden(id)) return undefined;
    const { masquerade, authorId = "" } = message;
    const time = timeOf(id);
    return {
      id,
      time,
      day: new Date(time).toDateString(),
      author: [authorId, masquerade?.name, masquerade?.avatar].join("\n"),
      isSystem: message.systemMessage !== undefined,
      isReply: (message.replyIds?.length ?? 0) > 0,
      isOwn: authorId === client.user?.id,
      isBlocked: message.author?.relationship === "Blocked",
    };
  };
  // Where nothing older may be read, the rows begin with the first one that there is.
  const isCut = () => !messages.window()?.hasStart && channel.havePermission("ReadMessageHistory");
  const shownIds = () => messages.window()?.ids.slice(isCut() ? 1 : 0) ?? [];
  // Each for itself, so that a page of the history costs the work for its own messages only.
  const facts = createMemo(
    mapArray(
      () => messages.window()?.ids ?? [],
      (id) => createMemo(() => factsOf(id)),
    ),
  );
  const layout = createMemo(() => {
    const rows = facts().flatMap((factsOfRow) => factsOfRow() ?? []);
    return layOutRows(rows, readState.lineAfter(), isCut());
  });
  const current = createMemo(() => {
    const id = chosen();
    return id !== undefined && layout().has(id) ? id : [...layout().keys()].at(-1);
  });

  const highlight = (messageId: string) => {
    if (!layout().has(messageId)) return notify(t().messages.gone, { isError: true });
    clearTimeout(timer);
    setHighlighted(messageId);
    timer = setTimeout(() => setHighlighted(undefined), highlightTime);
  };
  const jumps = {
    async toMessage(messageId: string) {
      const isShown = layout().has(messageId) && scroll()?.toKey(messageId, "center");
      if (!isShown) await messages.load({ kind: "message", id: messageId });
      if (messages.window() && !messages.failure()) highlight(messageId);
    },
    toDate: (date: Date) => void messages.load({ kind: "at", id: firstIdAt(+date), offset: 0 }),
    toFirstUnread() {
      const lastRead = readState.lineAfter();
      if (lastRead !== undefined) void messages.load({ kind: "unread", lastRead });
    },
    toEnd() {
      if (messages.window()?.hasEnd && scroll()) scroll()?.toEnd();
      else void messages.load({ kind: "end" });
    },
  };
  const state: MessageListState = {
    client,
    channel,
    messages,
    conversation,
    readState,
    jumps,
    hiddenPreviews: createHiddenPreviews(settings),
    alertWords: createMemo(() => wordPattern(alertsIn(settings)[0]().words)),
    shownIds,
    layout,
    current,
    isCurrent: createSelector(current),
    setCurrent,
    isActing: createSelector(acting),
    setActing: (id) => {
      if (!isActingKept) setActing(id);
    },
    keepActing: (isKept) => {
      isActingKept = isKept;
    },
    isHighlighted: createSelector(highlighted),
    isRunShown: (head) => shownRuns().has(head),
    showRun: (head) => setShownRuns((all) => new Set([...all, head])),
  };
  conversation.setJumps(jumps);
  onCleanup(() => conversation.setJumps(undefined));
  return state;
}
