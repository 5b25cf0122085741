import { createSignal } from "solid-js";
import type { Size } from "./fit-size.ts";
import { type Point, panBy, wholeImage, zoomAt } from "./zoom.ts";

const step = 1.5;
/** How far one has to swipe to come to the next image. */
const swipe = 64;

/** A pointer that moves less than this is held still. */
const stillness = 4;

/** Zoom and pan of an image by wheel, pinch, drag and double click. */
export function createZoom(options: {
  /** The element that the image is in. */
  readonly view: () => HTMLElement | undefined;
  readonly viewSize: () => Size;
  /** The size of the image at scale 1. */
  readonly fitted: () => Size;
  readonly onSwipe: (direction: 1 | -1) => void;
}) {
  const [zoom, setZoom] = createSignal(wholeImage);
  const pointers = new Map<number, Point>();
  let dragged: Point = { x: 0, y: 0 };

  const fromMiddle = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const box = options.view()?.getBoundingClientRect();
    if (!box) return { x: 0, y: 0 };
    return { x: clientX - box.left - box.width / 2, y: clientY - box.top - box.height / 2 };
  };
  const zoomBy = (factor: number, at: Point = { x: 0, y: 0 }) =>
    setZoom((now) => zoomAt(now, factor, at, options.fitted(), options.viewSize()));
  const pan = (by: Point) => setZoom((now) => panBy(now, by, options.fitted(), options.viewSize()));
  const reset = () => setZoom(wholeImage);

  const isDragged = () => Math.hypot(dragged.x, dragged.y) > stillness;

  const end = (event: PointerEvent) => {
    if (!pointers.delete(event.pointerId) || pointers.size > 0) return;
    const isSwipe = Math.abs(dragged.x) > swipe && Math.abs(dragged.x) > 2 * Math.abs(dragged.y);
    if (event.type === "pointerup" && zoom().scale === 1 && isSwipe) options.onSwipe(dragged.x < 0 ? 1 : -1);
  };

  return {
    zoom,
    zoomIn: () => zoomBy(step),
    zoomOut: () => zoomBy(1 / step),
    reset,
    pan,
    /** Whether the last press moved something. */
    isDragged,
    handlers: {
      onWheel(event: WheelEvent) {
        event.preventDefault();
        zoomBy(Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.002)), fromMiddle(event));
      },
      onDblClick(event: MouseEvent) {
        if (zoom().scale > 1) reset();
        else zoomBy(2 * step, fromMiddle(event));
      },
      onPointerDown(event: PointerEvent) {
        if (event.button !== 0) return;
        if (pointers.size === 0) dragged = { x: 0, y: 0 };
        pointers.set(event.pointerId, fromMiddle(event));
      },
      onPointerMove(event: PointerEvent) {
        const before = pointers.get(event.pointerId);
        if (!before) return;
        const now = fromMiddle(event);
        pointers.set(event.pointerId, now);
        const [other] = [...pointers].filter(([id]) => id !== event.pointerId);
        if (other) {
          const at = { x: (now.x + other[1].x) / 2, y: (now.y + other[1].y) / 2 };
          zoomBy(distance(now, other[1]) / Math.max(1, distance(before, other[1])), at);
          return;
        }
        const by = { x: now.x - before.x, y: now.y - before.y };
        dragged = { x: dragged.x + by.x, y: dragged.y + by.y };
        pan(by);
        // Not before it is a drag: the click of a pointer that is captured comes from the view, not from the image.
        if (isDragged()) options.view()?.setPointerCapture(event.pointerId);
      },
      onPointerUp: end,
      onPointerCancel: end,
    },
  };
}

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);
