import { notify } from "@ui/toasts.tsx";
import { createMemo, createSignal, onCleanup } from "solid-js";
import type { Channel } from "stoat.js";
import { useClient } from "../session/context.tsx";
import { t } from "../texts/texts.ts";
import { useConversation } from "./conversation.tsx";
import { isBeingDeleted } from "./deletions.ts";
import type { MessageListState, MessageQuestion } from "./list-context.ts";
import type { ListScroll } from "./list-scroll.ts";
import { useChannelMessages } from "./opened-channels.ts";
import { createReadState } from "./read-state.ts";
import { layOutRows, type RowFacts } from "./row-layout.ts";
import { firstIdAt, timeOf } from "./ulid-time.ts";

/** How long the message that a jump leads to is marked. */
const highlightTime = 2_500;

/** The state of an open list, with the dialog that it asks for. */
export function createListState(channel: Channel, scroll: () => ListScroll | undefined) {
  const client = useClient();
  const conversation = useConversation();
  const messages = useChannelMessages(channel.id);
  const readState = createReadState(client, channel);
  const [chosen, setCurrent] = createSignal<string>();
  const [acting, setActing] = createSignal<string>();
  const [highlighted, setHighlighted] = createSignal<string>();
  const [shownRuns, setShownRuns] = createSignal<ReadonlySet<string>>(new Set());
  const [question, ask] = createSignal<MessageQuestion>();
  let isActingKept = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  onCleanup(() => clearTimeout(timer));

  const factsOf = (id: string): RowFacts | undefined => {
    const message = client.messages.get(id);
    if (!message || isBeingDeleted(id)) return undefined;
    const { masquerade, authorId = "" } = message;
    return {
      id,
      time: timeOf(id),
      author: [authorId, masquerade?.name, masquerade?.avatar].join("\n"),
      isSystem: message.systemMessage !== undefined,
      isReply: (message.replyIds?.length ?? 0) > 0,
      isOwn: authorId === client.user?.id,
      isBlocked: message.author?.relationship === "Blocked",
    };
  };
  const layout = createMemo(() => {
    const rows = (messages.window()?.ids ?? []).map(factsOf).filter((facts) => facts !== undefined);
    return layOutRows(rows, readState.lineAfter());
  });

  const highlight = (messageId: string) => {
    if (!layout().has(messageId)) return notify(t().messages.gone, { isError: true });
    clearTimeout(timer);
    setHighlighted(messageId);
    timer = setTimeout(() => setHighlighted(undefined), highlightTime);
  };
  const jumps = {
    async toMessage(messageId: string) {
      if (!scroll()?.toKey(messageId, "center")) await messages.load({ kind: "message", id: messageId });
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
    layout,
    current: () => {
      const id = chosen();
      return id !== undefined && layout().has(id) ? id : [...layout().keys()].at(-1);
    },
    setCurrent,
    acting,
    setActing: (id) => {
      if (!isActingKept) setActing(id);
    },
    keepActing: (isKept) => {
      isActingKept = isKept;
    },
    highlighted,
    highlight,
    isRunShown: (head) => shownRuns().has(head),
    showRun: (head) => setShownRuns((all) => new Set([...all, head])),
    ask,
  };
  conversation.setJumps(jumps);
  onCleanup(() => conversation.setJumps(undefined));
  return { state, question, closeQuestion: () => ask(undefined) };
}
