import { onCleanup } from "solid-js";

interface Closable {
  readonly content: () => Element | undefined;
  readonly close: () => void;
}

/** The topmost one is the last. */
const open: Closable[] = [];

/**
 * Escape closes the topmost dialog or card wherever the focus is, before anything else handles it: the library does not
 * listen while something in it is still loading, and a tooltip that is open below would handle it instead.
 */
function handleEscape(event: KeyboardEvent): void {
  const top = open.at(-1);
  if (event.key !== "Escape" || event.isComposing || !top) return;
  // What floats above it, such as a list of choices, comes first.
  const floating = [...document.querySelectorAll("[role=dialog], [role=menu], [role=listbox]")].at(-1);
  if (!floating || !top.content()?.contains(floating)) return;
  event.preventDefault();
  event.stopPropagation();
  top.close();
}
document.addEventListener("keydown", handleEscape, { capture: true });

/** Lets Escape close something for as long as the owner of the caller lives. */
export function closeByEscape(closable: Closable): void {
  open.push(closable);
  onCleanup(() => open.splice(open.indexOf(closable), 1));
}
