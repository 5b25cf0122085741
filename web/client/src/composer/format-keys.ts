import type { TextFormat } from "./format-text.ts";

/** The keys of formats, with Ctrl or Cmd. */
export const formatKeys = {
  bold: ["Ctrl", "B"],
  italic: ["Ctrl", "I"],
  code: ["Ctrl", "E"],
  strike: ["Ctrl", "Shift", "X"],
  numbers: ["Ctrl", "Shift", "7"],
  bullets: ["Ctrl", "Shift", "8"],
  quote: ["Ctrl", "Shift", "9"],
} as const satisfies Partial<Record<TextFormat, readonly string[]>>;

/** The format that a key gives. */
export function formatOfKey(event: KeyboardEvent): TextFormat | undefined {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return undefined;
  // Shift makes another character of a digit, and other scripts have other letters on the same keys.
  const key = /^[a-z]$/i.test(event.key) ? event.key : event.code.replace(/^(Key|Digit)/, "");
  const keys = ["Ctrl", ...(event.shiftKey ? ["Shift"] : []), key.toUpperCase()].join(" ");
  const formats = Object.keys(formatKeys) as (keyof typeof formatKeys)[];
  return formats.find((format) => formatKeys[format].join(" ") === keys);
}
