import { createSignal } from "solid-js";
import { sendKey } from "../preferences/preferences.ts";

const touch = matchMedia("(pointer: coarse)");
const [isTouch, setTouch] = createSignal(touch.matches);
touch.addEventListener("change", () => setTouch(touch.matches));

/** Whether the main pointer is a finger: then Enter breaks the line, as a keyboard on glass has no Shift Enter. */
export { isTouch };

/** Whether this press of Enter sends. */
export function sends(event: Pick<KeyboardEvent, "shiftKey" | "ctrlKey" | "metaKey">): boolean {
  if (event.ctrlKey || event.metaKey) return true;
  return sendKey() === "enter" && !event.shiftKey && !isTouch();
}
