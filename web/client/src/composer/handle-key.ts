import { continueLine, isInCodeBlock } from "./continue-line.ts";
import type { FieldState } from "./field-state.ts";
import { formatOfKey } from "./format-keys.ts";
import { formatText } from "./format-text.ts";
import { sends } from "./send-key.ts";

/** What the keys do in the field of a message beyond writing. `act` is what else they do there. */
export function handleKey(
  event: KeyboardEvent,
  state: FieldState,
  act: (event: KeyboardEvent) => boolean,
): void {
  // While an input method composes a word, its keys are its own.
  if (event.isComposing) return;
  const isHandled = completes(event, state) || formats(event, state) || (breaks(event, state) ?? act(event));
  if (isHandled) event.preventDefault();
}

function completes(event: KeyboardEvent, state: FieldState): boolean {
  const { completion, complete, closeCompletion } = state;
  const candidates = completion.candidates();
  const chosen = candidates[completion.chosen()];
  if (!chosen || (event.key === "Enter" && state.isWritten(chosen))) return false;
  const move = (by: number) =>
    completion.choose((completion.chosen() + by + candidates.length) % candidates.length);
  const action = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Enter: () => complete(chosen),
    Tab: () => complete(chosen),
    Escape: closeCompletion,
  }[event.key];
  action?.();
  return action !== undefined;
}

function formats(event: KeyboardEvent, state: FieldState): boolean {
  const format = formatOfKey(event);
  if (format) state.rewrite(formatText(state.field().text, state.selected(), format));
  return format !== undefined;
}

/** Whether the key breaks the line in a way of its own; undefined if it breaks no line at all. */
function breaks(event: KeyboardEvent, state: FieldState): boolean | undefined {
  if (event.key !== "Enter") return undefined;
  const { text } = state.field();
  const selected = state.selected();
  const isCode = isInCodeBlock(text, selected.start);
  const isBreak = !sends(event) || (isCode && !event.ctrlKey && !event.metaKey);
  if (!isBreak) return undefined;
  const continued = isCode ? undefined : continueLine(text, selected);
  if (continued) state.rewrite(continued);
  return continued !== undefined;
}
