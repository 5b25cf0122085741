import { isPressed, keysOf } from "../components/shortcuts.ts";
import type { TextFormat } from "./format-text.ts";

/** The formats whose keys the user can choose. */
const chosen = ["bold", "italic", "strike", "code"] as const;
/** With Ctrl and Shift, by their place: Shift makes another character of each on every keyboard. */
const digits = { numbers: "7", bullets: "8", quote: "9" } as const;

/** The format that a key gives. */
export function formatOfKey(event: KeyboardEvent): TextFormat | undefined {
  const isDigit = (event.ctrlKey || event.metaKey) && event.shiftKey && !event.altKey;
  const formats = Object.keys(digits) as (keyof typeof digits)[];
  return (
    chosen.find((format) => isPressed(event, format)) ??
    (isDigit ? formats.find((format) => event.code === `Digit${digits[format]}`) : undefined)
  );
}

/** The keys of a format, as pages show them. */
export function keysOfFormat(format: TextFormat): string | undefined {
  const own = chosen.find((one) => one === format);
  if (own) return keysOf(own);
  return format in digits ? `Ctrl Shift ${digits[format as keyof typeof digits]}` : undefined;
}
