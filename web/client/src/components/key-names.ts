/** Keys by the names that pages show, where those differ from the event's. */
const names: Readonly<Record<string, string>> = {
  " ": "Space",
  Escape: "Esc",
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
};

type KeyPress = Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

/**
 * What is pressed, as pages show it: `Ctrl Shift M`. Nothing while only modifiers are held. The Command key of a Mac
 * counts as Ctrl, and a symbol that needs Shift on some keyboards is the same without it. With Ctrl and Shift, digits go
 * by their place: Shift makes another symbol of each on every keyboard.
 */
export function keysPressed({ key, code, ctrlKey, metaKey, altKey, shiftKey }: KeyPress): string | undefined {
  if (/^(Control|Shift|Alt|AltGraph|Meta|CapsLock|Dead|Unidentified|Process)$/.test(key)) return undefined;
  const hasModifier = ctrlKey || metaKey || altKey;
  // In other scripts than Latin, and with Alt on a Mac, the key has another letter.
  const latin = hasModifier && !/^[a-z]$/i.test(key) && /^Key([A-Z])$/.exec(code)?.[1];
  const digit = (ctrlKey || metaKey) && shiftKey && !altKey && /^Digit(\d)$/.exec(code)?.[1];
  const name = latin || digit || names[key] || (isCharacter(key) ? key.toUpperCase() : key);
  const isSymbol = !digit && isCharacter(name) && name.toLowerCase() === name;
  return [(ctrlKey || metaKey) && "Ctrl", altKey && "Alt", shiftKey && !isSymbol && "Shift", name]
    .filter(Boolean)
    .join(" ");
}

/** Whether keys write something into a field: a letter, a digit or a symbol without Ctrl and Alt. */
export const isWriting = (keys: string) =>
  isCharacter(keys.replace(/^Shift /, "")) || /^(Shift )?Space$/.test(keys);

const isCharacter = (text: string) =>
  [...text].length === 1 && text !== "↑" && text !== "↓" && text !== "←" && text !== "→";
