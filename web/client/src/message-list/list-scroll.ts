import { createEffect, createSignal, on, onCleanup, onMount } from "solid-js";
import type { VirtualizerHandle } from "virtua/solid";
import type { ChannelMessages, HistoryPosition } from "../history/channel-messages.ts";
import { isPendingKey } from "../message/pending-key.ts";
import type { ListRows } from "./list-rows.ts";

/** Further pages are fetched when less than this is left to scroll, in pixels. */
const fetchDistance = 1_200;
/** The same for older ones while the reader scrolls up: a page that comes late is many rows in one frame. */
const fetchDistanceUpwards = 3_000;
/** How near to the end counts as being there, in pixels. */
const endDistance = 24;
/** How far below the upper edge the first unread message appears, in pixels. */
const unreadMargin = 96;
/** How long a place is kept while the rows around it are measured, in milliseconds. */
const settleTime = 600;

interface Span {
  readonly first: string;
  readonly last: string;
}

export type ListScroll = ReturnType<typeof createListScroll>;

/** Moves a virtual list of messages: places it, follows the end, keeps its place, and asks for more. */
export function createListScroll(
  messages: ChannelMessages,
  { rows, leftRows, delayDrop }: ListRows,
  scroller: HTMLElement,
) {
  /** Whether the rows are where they belong: they are not shown before. */
  const [isPlaced, setPlaced] = createSignal(false);
  const [isAtEnd, setAtEnd] = createSignal(false);
  /** The keys of the first and the last row in view. */
  const [inView, setInView] = createSignal<Span | undefined>(undefined, {
    equals: (a, b) => a?.first === b?.first && a?.last === b?.last,
  });
  let handle: VirtualizerHandle | undefined;
  /** Where the list is held while the sizes of its rows become known, until the reader scrolls. */
  let target: (() => number) | undefined;
  let lastSet = 0;
  let lastOffset = 0;
  let settleTimer: ReturnType<typeof setTimeout> | undefined;
  let placing = 0;
  let lookTimer: ReturnType<typeof setTimeout> | undefined;

  const moveToTarget = () => {
    if (!target) return;
    scroller.scrollTop = target();
    lastSet = scroller.scrollTop;
  };
  const holdAt = (next: () => number, isFollowing: boolean) => {
    clearTimeout(settleTimer);
    messages.isFollowing = isFollowing;
    target = next;
    moveToTarget();
    if (!isFollowing) settleTimer = setTimeout(letGo, settleTime);
  };
  const letGo = () => {
    target = undefined;
    messages.isFollowing = false;
  };
  const toEnd = () => holdAt(() => scroller.scrollHeight, true);
  const holdRow = (index: number, offset: (size: number) => number) =>
    holdAt(() => (handle?.getItemOffset(index) ?? 0) + offset(handle?.getItemSize(index) ?? 0), false);
  const middle = (size: number) => (size - scroller.clientHeight) / 2;
  const take = (place: HistoryPosition) => {
    if (place.kind === "end") return toEnd();
    const index = rows().findIndex((key) =>
      place.kind === "unread" ? key > place.lastRead : key >= place.id,
    );
    if (index === -1) return toEnd();
    if (place.kind === "unread") return holdRow(index, () => -unreadMargin);
    holdRow(index, place.kind === "message" ? middle : () => place.offset);
  };
  const placeNow = (): HistoryPosition => {
    const index = handle?.findItemIndex(handle.scrollOffset) ?? 0;
    const id = rows()[index];
    if (!handle || id === undefined || isPendingKey(id)) return { kind: "end" };
    return { kind: "at", id, offset: handle.scrollOffset - handle.getItemOffset(index) };
  };
  const spanNow = ({ scrollOffset, viewportSize, findItemIndex }: VirtualizerHandle): Span | undefined => {
    const first = rows()[findItemIndex(scrollOffset)];
    const last = rows()[findItemIndex(scrollOffset + viewportSize)];
    return first === undefined || last === undefined ? undefined : { first, last };
  };
  /** Exact near the end only: it lays out the page in the middle of a frame, which is too slow while one scrolls. */
  const distanceFromEnd = ({ scrollSize, viewportSize, scrollOffset }: VirtualizerHandle): number => {
    const roughly = scrollSize - viewportSize - scrollOffset;
    if (roughly > 2 * fetchDistance) return roughly;
    return scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop;
  };
  /** Looks where the list is, and asks for what is missing there. */
  const look = (olderDistance = fetchDistance) => {
    if (!handle || !isPlaced()) return;
    const after = distanceFromEnd(handle);
    setAtEnd((messages.window()?.hasEnd ?? false) && after < endDistance);
    if (isAtEnd() && !messages.isFollowing) holdAt(() => scroller.scrollHeight, true);
    setInView(spanNow(handle));
    messages.place = messages.isFollowing ? { kind: "end" } : placeNow();
    if (handle.scrollOffset - handle.getItemOffset(leftRows()) < olderDistance) {
      void messages.loadMore("older");
    }
    if (after < fetchDistance) void messages.loadMore("newer");
  };
  const lookSoon = () => {
    clearTimeout(lookTimer);
    lookTimer = setTimeout(look, 0);
  };

  createEffect(
    on(
      rows,
      () => {
        moveToTarget();
        lookSoon();
      },
      { defer: true },
    ),
  );
  onMount(() => {
    take(messages.place);
    // The list renders its rows in the first frame, and those at the place in the second.
    placing = requestAnimationFrame(() => {
      placing = requestAnimationFrame(() => {
        setPlaced(true);
        look();
      });
    });
  });
  onCleanup(() => {
    cancelAnimationFrame(placing);
    clearTimeout(lookTimer);
    clearTimeout(settleTimer);
  });

  return {
    isPlaced,
    isAtEnd,
    inView,
    attach(next: VirtualizerHandle | undefined): void {
      handle = next;
    },
    onScroll(offset: number): void {
      delayDrop();
      // Somebody else has scrolled: the reader, once the rows are shown. Downwards they may still go to the end.
      const isReader = isPlaced() && Math.abs(offset - lastSet) > 2;
      if (target && isReader && (!messages.isFollowing || offset < lastSet)) letGo();
      look(isReader && offset < lastOffset ? fetchDistanceUpwards : fetchDistance);
      lastOffset = offset;
    },
    onResize(): void {
      moveToTarget();
      lookSoon();
    },
    /** The list begins further down by so many pixels, and ends where it did: its rows stay where they are. */
    moveBy(pixels: number): void {
      if (target) moveToTarget();
      else scroller.scrollTop += pixels;
    },
    toEnd,
    /** Scrolls to a row, and tells whether there is one of this key. */
    toKey(key: string, align: "center" | "nearest"): boolean {
      const index = rows().indexOf(key);
      if (index === -1 || !handle) return false;
      const start = handle.getItemOffset(index);
      const height = scroller.clientHeight;
      if (align === "center") holdRow(index, middle);
      else if (start < scroller.scrollTop) holdRow(index, () => 0);
      else if (start + handle.getItemSize(index) > scroller.scrollTop + height) {
        holdRow(index, (size) => size - height);
      }
      return true;
    },
    /** How many rows fit on the screen. */
    rowsPerScreen(): number {
      if (!handle) return 1;
      const first = handle.findItemIndex(handle.scrollOffset);
      return Math.max(1, handle.findItemIndex(handle.scrollOffset + handle.viewportSize) - first);
    },
  };
}
