import { listen } from "@ui/listen.ts";

/** Touches that start this close to an edge belong to the browser's back gesture. */
const browserEdge = 24;
/** A drag counts as horizontal once it has moved this far sideways, in pixels, and less vertically. */
const leastDistance = 12;
/** From this distance on, lifting the finger triggers the action. */
export const fullDistance = 56;

interface Swipe {
  /** Towards the end of a line (1) or its start (-1). */
  readonly direction: 1 | -1;
  accepts(event: PointerEvent): boolean;
  onMove?(distance: number): void;
  /** The finger was lifted: far enough, or not. */
  onEnd(isFull: boolean): void;
}

/**
 * Listens to drags with one finger to one side. The styles leave only scrolling up and down to the browser
 * (`touch-action`); when that begins, the drag is over. What scrolls sideways itself keeps its drags.
 */
export function listenToSwipe(element: HTMLElement, swipe: Swipe): void {
  let start: { readonly id: number; readonly x: number; readonly y: number; isDecided: boolean } | undefined;

  const along = (event: PointerEvent, from: { readonly x: number }) => {
    const sign = getComputedStyle(element).direction === "rtl" ? -1 : 1;
    return (event.clientX - from.x) * sign * swipe.direction;
  };
  const onPointerDown = (event: PointerEvent) => {
    const isNearEdge = event.clientX < browserEdge || event.clientX > innerWidth - browserEdge;
    const isFree = event.pointerType === "touch" && event.isPrimary && !isNearEdge;
    const { target } = event;
    if (!isFree || !(target instanceof Element) || keepsDrags(target, element)) return;
    if (!window.getSelection()?.isCollapsed || !swipe.accepts(event)) return;
    start = { id: event.pointerId, x: event.clientX, y: event.clientY, isDecided: false };
  };
  const onPointerMove = (event: PointerEvent) => {
    if (start?.id !== event.pointerId) return;
    const distance = along(event, start);
    if (!start.isDecided) {
      const across = Math.abs(event.clientY - start.y);
      if (across >= leastDistance || distance <= -leastDistance) start = undefined;
      if (!start || distance < leastDistance) return;
      start.isDecided = true;
    }
    swipe.onMove?.(Math.max(0, distance));
  };
  const end = (event: PointerEvent, isLetGo: boolean) => {
    if (start?.id !== event.pointerId) return;
    const { isDecided } = start;
    const isFull = isLetGo && along(event, start) >= fullDistance;
    start = undefined;
    if (isDecided) swipe.onEnd(isFull);
  };
  listen(element, "pointerdown", onPointerDown);
  listen(element, "pointermove", onPointerMove);
  listen(element, "pointerup", (event) => end(event, true));
  listen(element, "pointercancel", (event) => end(event, false));
}

/** Whether something between a target and an element uses drags to the side itself: code, tables, players, fields. */
function keepsDrags(target: Element, within: Element): boolean {
  for (let at: Element | null = target; at && at !== within; at = at.parentElement) {
    if (at.matches("input, textarea, video, audio, [role=slider]")) return true;
    if (at.scrollWidth > at.clientWidth && /auto|scroll/.test(getComputedStyle(at).overflowX)) return true;
  }
  return false;
}
