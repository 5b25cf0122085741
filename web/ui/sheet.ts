import { createSignal } from "solid-js";

/** Whether what floats is a sheet at the bottom of the page, as on a phone. */
export const isSheet = () => window.matchMedia("(width < 760px)").matches;

/** Where Kobalte puts a sheet. */
export const sheetPlacement = {
  getAnchorRect: () => new DOMRect(0, window.innerHeight, window.innerWidth, 0),
  placement: "top",
  gutter: 0,
  shift: 0,
  overflowPadding: 0,
} as const;

/**
 * Whether a menu opens as a sheet is asked whenever it opens, as a window can be made narrower. With a mouse it never
 * does: the button that was pressed to open it would be released on one of its lines, which chooses it.
 */
export function createSheet() {
  // Whatever depends on it is computed again with each press.
  const [isMouse, setMouse] = createSignal(false, { equals: false });
  return {
    note(event: Event) {
      if ("pointerType" in event) setMouse(event.pointerType === "mouse");
    },
    isWanted: () => !isMouse() && isSheet(),
  };
}
