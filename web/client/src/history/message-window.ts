/** How many messages are fetched at a time. */
export const pageSize = 50;
/** How many messages of a channel are kept. */
export const largestWindow = 300;

/** The part of a channel's history that is loaded: a run of messages without gaps, the oldest first. */
export interface MessageWindow {
  readonly ids: readonly string[];
  /** Whether the first message of the channel is loaded. */
  readonly hasStart: boolean;
  /** Whether the latest message of the channel is loaded. */
  readonly hasEnd: boolean;
  /** How many messages have come since the reader was last at the end. */
  readonly unseen: number;
}

export function openWindow(
  ids: readonly string[],
  ends: Pick<MessageWindow, "hasStart" | "hasEnd">,
): MessageWindow {
  return { ids: inOrder(ids), ...ends, unseen: 0 };
}

/** The window of an answer to `nearby`: up to half of the limit, or one more, on either side of the id. */
export function openWindowAround(id: string, ids: readonly string[], limit: number): MessageWindow {
  const half = Math.floor(limit / 2);
  const older = ids.filter((other) => other < id).length;
  return openWindow(ids, { hasStart: older < half, hasEnd: ids.length - older < half });
}

/** Adds a page before the window, and lets go of the latest messages where it would become too large. */
export function addOlder(window: MessageWindow, page: readonly string[], hasStart: boolean): MessageWindow {
  const ids = inOrder([...page, ...window.ids]);
  const isTooLarge = ids.length > largestWindow;
  return {
    ...window,
    ids: isTooLarge ? ids.slice(0, largestWindow) : ids,
    hasStart,
    hasEnd: window.hasEnd && !isTooLarge,
  };
}

/** Adds a page after the window, and lets go of the oldest messages where it would become too large. */
export function addNewer(window: MessageWindow, page: readonly string[], hasEnd: boolean): MessageWindow {
  const ids = inOrder([...window.ids, ...page]);
  const isTooLarge = ids.length > largestWindow;
  return {
    ...window,
    ids: isTooLarge ? ids.slice(-largestWindow) : ids,
    hasStart: window.hasStart && !isTooLarge,
    hasEnd,
  };
}

/**
 * Takes in a message that has just been sent. It is shown only where the end is loaded, as there would be
 * a gap before it otherwise. A full window that the reader scrolled back in keeps what they look at.
 */
export function arrive(window: MessageWindow, id: string, isFollowing: boolean): MessageWindow {
  if (window.ids.includes(id)) return window;
  const unseen = window.unseen + 1;
  if (!window.hasEnd) return { ...window, unseen };
  if (!isFollowing && window.ids.length >= largestWindow) return { ...window, hasEnd: false, unseen };
  return { ...addNewer(window, [id], true), unseen };
}

/** The reader is at the end. */
export function seeEnd(window: MessageWindow): MessageWindow {
  return window.unseen === 0 ? window : { ...window, unseen: 0 };
}

function inOrder(ids: readonly string[]): readonly string[] {
  return [...new Set(ids)].sort();
}
