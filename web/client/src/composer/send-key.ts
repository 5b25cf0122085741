import { createSignal } from "solid-js";

/** What the Enter key does in the composer: it sends, or it breaks the line and Ctrl Enter sends. */
export type SendKey = "enter" | "ctrl-enter";

const key = "send-key";
const [sendKey, set] = createSignal<SendKey>(
  localStorage.getItem(key) === "ctrl-enter" ? "ctrl-enter" : "enter",
);

export { sendKey };

export function setSendKey(value: SendKey): void {
  localStorage.setItem(key, value);
  set(value);
}

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
