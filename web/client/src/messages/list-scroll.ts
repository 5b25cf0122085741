import { type Accessor, batch, createEffect, createSignal, on, onCleanup, onMount } from "solid-js";
import type { VirtualizerHandle } from "virtua/solid";
import type { ChannelMessages, Place } from "./channel-messages.ts";
import { listSteps } from "./list-steps.ts";

/** Further pages are fetched when less than this is left to scroll, in pixels. */
const fetchDistance = 1_200;
/** How near to the end counts as being there, in pixels. */
const endDistance = 24;
/** How far below the upper edge the first unread message appears, in pixels. */
const unreadMargin = 96;

export interface ListScroll {
  /** The rows as the virtual list gets them. */
  readonly rows: Accessor<readonly string[]>;
  readonly changesAtStart: Accessor<boolean>;
  /** Whether the rows stand where they belong: they are not shown before. */
  readonly isPlaced: Accessor<boolean>;
  readonly isAtEnd: Accessor<boolean>;
  attach(handle: VirtualizerHandle | undefined): void;
  onScroll(offset: number): void;
  onResize(): void;
  toEnd(): void;
  /** Scrolls to a row, and tells whether there is one of this key. */
  toKey(key: string, align: "center" | "nearest"): boolean;
  /** How many rows fit on the screen. */
  rowsPerScreen(): number;
}

/** Moves a virtual list of messages: places it, follows the end, keeps its place, and asks for more. */
export function createListScroll(messages: ChannelMessages, keys: Accessor<readonly string[]>): ListScroll {
  const [rows, setRows] = createSignal(keys());
  const [changesAtStart, setChangesAtStart] = createSignal(false);
  const [isPlaced, setPlaced] = createSignal(false);
  const [isAtEnd, setAtEnd] = createSignal(false);
  let handle: VirtualizerHandle | undefined;
  let lastOffset = 0;
  let isChangeDue = false;
  let frame = 0;

  const toEnd = () => {
    messages.isFollowing = true;
    handle?.scrollToIndex(rows().length - 1, { align: "end" });
  };
  const take = (place: Place) => {
    if (place.kind === "end") return toEnd();
    messages.isFollowing = false;
    if (place.kind === "unread") {
      const index = rows().findIndex((key) => key > place.lastRead);
      if (index === -1) return toEnd();
      return handle?.scrollToIndex(index, { align: "start", offset: -unreadMargin });
    }
    // Where the message is gone, its neighbour takes its place.
    const index = rows().findIndex((key) => key >= place.id);
    if (index === -1) return toEnd();
    if (place.kind === "message") return handle?.scrollToIndex(index, { align: "center" });
    handle?.scrollToIndex(index, { align: "start", offset: place.offset });
  };
  const look = () => {
    if (!handle || !isPlaced()) return;
    const after = handle.scrollSize - handle.viewportSize - handle.scrollOffset;
    const hasEnd = messages.window()?.hasEnd ?? false;
    setAtEnd(hasEnd && after < endDistance);
    if (isAtEnd()) messages.isFollowing = true;
    messages.place = messages.isFollowing ? { kind: "end" } : placeNow();
    if (handle.scrollOffset < fetchDistance) void messages.loadMore("older");
    if (after < fetchDistance) void messages.loadMore("newer");
  };
  const placeNow = (): Place => {
    const index = handle?.findItemIndex(handle.scrollOffset) ?? 0;
    const id = rows()[index];
    if (!handle || id === undefined || isPendingKey(id)) return { kind: "end" };
    return { kind: "at", id, offset: handle.scrollOffset - handle.getItemOffset(index) };
  };

  // A virtual list takes one change at a time. Inside of an effect several would become one.
  const change = () => {
    isChangeDue = false;
    for (const step of listSteps(rows(), keys()) ?? [{ keys: keys(), isAtStart: false }]) {
      batch(() => {
        setChangesAtStart(step.isAtStart);
        setRows(step.keys);
      });
    }
    if (messages.isFollowing) toEnd();
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(look);
  };
  createEffect(
    on(
      keys,
      () => {
        if (isChangeDue) return;
        isChangeDue = true;
        queueMicrotask(change);
      },
      { defer: true },
    ),
  );
  onMount(() => {
    take(messages.place);
    // The list renders its rows in the first frame, and those at the place in the second.
    frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        setPlaced(true);
        look();
      });
    });
  });
  onCleanup(() => cancelAnimationFrame(frame));

  return {
    rows,
    changesAtStart,
    isPlaced,
    isAtEnd,
    attach: (next) => {
      handle = next;
    },
    onScroll(offset) {
      if (offset < lastOffset - 1 && isPlaced()) messages.isFollowing = false;
      lastOffset = offset;
      look();
    },
    onResize() {
      if (messages.isFollowing && isPlaced()) toEnd();
      else look();
    },
    toEnd,
    toKey(key, align) {
      const index = rows().indexOf(key);
      if (index === -1) return false;
      messages.isFollowing = false;
      handle?.scrollToIndex(index, { align });
      return true;
    },
    rowsPerScreen() {
      if (!handle) return 1;
      const first = handle.findItemIndex(handle.scrollOffset);
      return Math.max(1, handle.findItemIndex(handle.scrollOffset + handle.viewportSize) - first);
    },
  };
}

const pendingPrefix = "pending:";
export const pendingKey = (nonce: string): string => pendingPrefix + nonce;
export const isPendingKey = (key: string): boolean => key.startsWith(pendingPrefix);
export const nonceOf = (key: string): string => key.slice(pendingPrefix.length);
