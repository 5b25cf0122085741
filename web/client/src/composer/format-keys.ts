import { isPressed, keysOf } from "../components/shortcuts.ts";
import type { TextFormat } from "./format-text.ts";

const withKeys = ["bold", "italic", "strike", "code", "numbers", "bullets", "quote"] as const;

/** The format that a key gives. */
export function formatOfKey(event: KeyboardEvent): TextFormat | undefined {
  return withKeys.find((format) => isPressed(event, format));
}

/** The keys of a format, as pages show them. */
export function keysOfFormat(format: TextFormat): string | undefined {
  const found = withKeys.find((one) => one === format);
  return found && keysOf(found);
}
