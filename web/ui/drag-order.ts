import { createSignal, onCleanup } from "solid-js";

/** Where something that is dragged would land: at the upper or lower edge of an item, or on it. */
interface Landing {
  readonly id: string;
  readonly edge: "before" | "after" | "on";
}

/** How far a pointer moves before a press becomes a drag, in pixels. */
const threshold = 5;

/**
 * Dragging items of a list into another order with a pointer.
 * The caller offers keys or a menu for the same, and moves nothing until `onDrop`.
 */
export function createDragOrder(options: {
  readonly onDrop: (id: string, landing: Landing) => void;
  /** Whether an item may land on another one; everywhere without it. */
  readonly accepts?: (id: string, target: string) => boolean;
  /** Whether an item may be put onto another one instead of next to it; nowhere without it. */
  readonly acceptsOn?: (id: string, target: string) => boolean;
}) {
  const [dragged, setDragged] = createSignal<string>();
  const [landing, setLanding] = createSignal<Landing>();
  let stop: (() => void) | undefined;
  onCleanup(() => stop?.());

  function begin(id: string, event: PointerEvent): void {
    if (event.button !== 0) return;
    const { clientX, clientY } = event;
    const controller = new AbortController();
    const listen = { signal: controller.signal };
    stop = () => {
      controller.abort();
      setDragged(undefined);
      setLanding(undefined);
    };
    const move = (next: PointerEvent) => {
      const distance = Math.hypot(next.clientX - clientX, next.clientY - clientY);
      if (dragged() === undefined && distance < threshold) return;
      setDragged(id);
      const found = landingAt(next, (target) => options.acceptsOn?.(id, target) ?? false);
      const isAccepted = found && found.id !== id && (options.accepts?.(id, found.id) ?? true);
      setLanding(isAccepted ? found : undefined);
    };
    const end = () => {
      const place = landing();
      const isDragged = dragged() !== undefined;
      stop?.();
      if (isDragged) swallowClick();
      if (place) options.onDrop(id, place);
    };
    addEventListener("pointermove", move, listen);
    addEventListener("pointerup", end, listen);
    addEventListener("pointercancel", () => stop?.(), listen);
    addEventListener("keydown", ({ key }: KeyboardEvent) => key === "Escape" && stop?.(), listen);
  }

  return {
    begin,
    /** The attributes of an item: `data-landing` shows the line where the dragged one would be. */
    item: (id: string) => ({
      "data-drop-id": id,
      "data-landing": landing()?.id === id ? landing()?.edge : undefined,
      "data-dragged": dragged() === id ? "" : undefined,
    }),
  };
}

function landingAt(event: PointerEvent, acceptsOn: (target: string) => boolean): Landing | undefined {
  const item = document
    .elementFromPoint(event.clientX, event.clientY)
    ?.closest<HTMLElement>("[data-drop-id]");
  const id = item?.dataset.dropId;
  if (!item || id === undefined) return undefined;
  const { top, height } = item.getBoundingClientRect();
  const at = (event.clientY - top) / (height || 1);
  if (at > 0.25 && at < 0.75 && acceptsOn(id)) return { id, edge: "on" };
  return { id, edge: at < 0.5 ? "before" : "after" };
}

/** The click that follows a drag must not open what was dragged. */
function swallowClick(): void {
  const swallow = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", swallow, { capture: true }));
}
