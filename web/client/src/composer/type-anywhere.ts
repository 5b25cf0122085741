import { listen } from "@ui/listen.ts";
import { onCleanup } from "solid-js";

/** What takes keys itself where it has the focus. */
const keyed = [
  "input, textarea, select, audio, video, iframe, [contenteditable]",
  ...[
    "textbox",
    "combobox",
    "listbox",
    "menu",
    "menubar",
    "tree",
    "grid",
    "tablist",
    "slider",
    "radiogroup",
  ].map((role) => `[role="${role}"]`),
].join(", ");
/** What is in front of the page while it is open. */
const inFront = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/** Leads what somebody writes on the page into the field, unless the key does something else there. */
export function typeAnywhere(field: () => HTMLTextAreaElement | undefined): void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || !(writes(event) || pastes(event))) return;
    const focused = document.activeElement;
    if (focused?.closest(keyed) || document.querySelector(inFront)) return;
    // The browser gives the key to what has the focus afterwards.
    field()?.focus();
  };
  // Shortcuts listen to the window too. Whatever is added while the event is on its way comes after all of them, and
  // finds prevented what they took.
  const listenLast = () => {
    window.removeEventListener("keydown", onKeyDown);
    window.addEventListener("keydown", onKeyDown, { once: true });
  };
  listen(window, "keydown", listenLast, { capture: true });
  onCleanup(() => window.removeEventListener("keydown", onKeyDown));
}

/** Whether a key writes a character. A space scrolls or presses a button, and begins no text. */
function writes(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) {
    return event.key.length === 1 && event.getModifierState("AltGraph");
  }
  return event.key === "Dead" || (event.key.length === 1 && event.key !== " ");
}

const pastes = (event: KeyboardEvent) =>
  (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "v";
