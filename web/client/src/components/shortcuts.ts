import { toastsKey } from "@ui/toasts.tsx";
import { ownKeys, sendKey } from "../preferences/preferences.ts";
import { entriesOf } from "./entries-of.ts";
import { keysPressed } from "./key-names.ts";

/** What keys do, with the usual ones; each is a line of the page that `?` opens. */
export const usualKeys = {
  quickSwitcher: "Ctrl K",
  inbox: "Ctrl Shift E",
  previousChannel: "Alt ↑",
  nextChannel: "Alt ↓",
  previousUnread: "Alt Shift ↑",
  nextUnread: "Alt Shift ↓",
  previousServer: "Ctrl Alt ↑",
  nextServer: "Ctrl Alt ↓",
  search: "Ctrl F",
  markRead: "Esc",
  markServerRead: "Shift Esc",
  editLast: "↑",
  send: "Enter",
  newLine: "Shift Enter",
  bold: "Ctrl B",
  italic: "Ctrl I",
  strike: "Ctrl Shift X",
  code: "Ctrl E",
  numbers: "Ctrl Shift 7",
  bullets: "Ctrl Shift 8",
  quote: "Ctrl Shift 9",
  mute: "Ctrl Shift M",
  deafen: "Ctrl Shift D",
  notices: toastsKey,
  settings: "Ctrl ,",
  keyboard: "?",
} as const;

export type Shortcut = keyof typeof usualKeys;

export const shortcuts = entriesOf(usualKeys).map(([name]) => name);

/** The keys of a shortcut on this device. */
export function keysOf(name: Shortcut): string {
  if (name === "send") return sendKey() === "enter" ? "Enter" : "Ctrl Enter";
  if (name === "newLine") return sendKey() === "enter" ? "Shift Enter" : "Enter";
  return ownKeys()[name] ?? usualKeys[name];
}

export const isPressed = (event: KeyboardEvent, name: Shortcut) => keysPressed(event) === keysOf(name);
