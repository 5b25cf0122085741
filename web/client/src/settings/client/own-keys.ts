import { isWriting } from "../../components/key-names.ts";
import { keysOf, type Shortcut, shortcuts, usualKeys } from "../../components/shortcuts.ts";
import { ownKeys, setOwnKeys, setSendKey } from "../../preferences/preferences.ts";

/** Why keys cannot be those of a shortcut. */
export type KeyProblem =
  | { readonly kind: "browser" | "writing" | "enter" }
  | { readonly kind: "taken"; readonly by: Shortcut };

/** What browsers and systems do themselves, or do not tell pages of; and what every field does. */
const ofBrowser = new Set([
  ..."ABCDEGHIJLNOPQRSTUVWXYZ".split("").map((letter) => `Ctrl ${letter}`),
  ..."ABCIJKNOPQRTVWXZ".split("").map((letter) => `Ctrl Shift ${letter}`),
  ..."0123456789+-=".split("").flatMap((key) => [`Ctrl ${key}`, `Alt ${key}`]),
  ...["Tab", "Shift Tab", "PageUp", "PageDown", "F4", "F5", "↑", "↓", "←", "→", "Home", "End"].map(
    (key) => `Ctrl ${key}`,
  ),
  ...["Ctrl Delete", "Ctrl Backspace", "Ctrl Shift Delete", "Ctrl Esc", "Ctrl Shift Esc", "Ctrl Alt Delete"],
  ...["Alt ←", "Alt →", "Alt Home", "Alt Tab", "Alt F4", "Alt D", "Alt E", "Alt F", "Alt Space", "Alt Enter"],
  ...["F1", "F3", "F5", "F6", "F7", "F10", "F11", "F12", "Shift F5", "Shift F10", "ContextMenu"],
  ...["Tab", "Shift Tab", "Esc", "Backspace", "Delete", "Home", "End", "PageUp", "PageDown", "Insert"],
  ...["↑", "↓", "←", "→"].flatMap((key) => [key, `Shift ${key}`, `Ctrl Shift ${key}`]),
]);

/** What the two keys that write a message can be: one sends, the other one breaks the line. */
const sendKeys: Partial<Record<Shortcut, Readonly<Record<string, "enter" | "ctrl-enter">>>> = {
  send: { Enter: "enter", "Ctrl Enter": "ctrl-enter" },
  newLine: { "Shift Enter": "enter", Enter: "ctrl-enter" },
};

/** Why a shortcut cannot have these keys. Its usual ones are always allowed, unless another one has them. */
export function problemOf(name: Shortcut, keys: string): KeyProblem | undefined {
  const choices = sendKeys[name];
  if (choices) return choices[keys] ? undefined : { kind: "enter" };
  const by = shortcuts.find((other) => other !== name && keysOf(other) === keys);
  if (by) return { kind: "taken", by };
  if (usualKeys[name] === keys) return undefined;
  if (/(^| )Enter$/.test(keys)) return { kind: "enter" };
  // A symbol such as ? is free outside of fields; letters and digits act on messages.
  if (isWriting(keys) && /[\p{L}\p{N}]$|Space$/u.test(keys)) return { kind: "writing" };
  return ofBrowser.has(keys) ? { kind: "browser" } : undefined;
}

/** Gives a shortcut other keys, which have no problem. */
export function changeKeys(name: Shortcut, keys: string): void {
  const choice = sendKeys[name]?.[keys];
  if (choice) {
    setSendKey(choice);
    return;
  }
  const { [name]: _, ...others } = ownKeys();
  setOwnKeys(keys === usualKeys[name] ? others : { ...others, [name]: keys });
}

export const isChanged = (name: Shortcut) => keysOf(name) !== usualKeys[name];

/** Gives all shortcuts their usual keys. */
export function resetKeys(): void {
  setOwnKeys({});
  setSendKey("enter");
}
