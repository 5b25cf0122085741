import { onCleanup } from "solid-js";

/** What had the focus last, except for lines of menus: a menu is gone when what it opened is closed. */
let last: Element | undefined;
/** The same outside of dialogs. What wants the focus while one is open gets it when the dialog closes. */
let lastOfPage: Element | undefined;
const isLasting = (element: Element | null) =>
  element !== null && element !== document.body && !element.closest("[role=menu]");
document.addEventListener("focusin", ({ target }) => {
  if (!(target instanceof Element) || !isLasting(target)) return;
  last = target;
  if (!target.closest("[role=dialog]")) lastOfPage = target;
});
// What somebody left for nothing, as a field on a phone by closing its keyboard, does not get the focus again.
document.addEventListener("focusout", ({ target, relatedTarget }) => {
  if (relatedTarget !== null) return;
  if (target === last) last = undefined;
  if (target === lastOfPage) lastOfPage = undefined;
});

/**
 * Remembers what has the focus, or had it, and returns a function that gives it back. Dialogs that are shown by rendering them have
 * no trigger that the library could return to. What is gone by then is replaced: a link by the same link in another place,
 * anything else by what is nearest to its place.
 */
export function rememberFocus(from = document.activeElement): () => void {
  const known = pathTo(isLasting(from) ? from : last);
  return () => {
    const path = known.some(({ isConnected }) => isConnected) ? known : pathTo(lastOfPage);
    const place = path.find((element) => element.isConnected);
    const target = place === path[0] ? place : (sameLink(path[0]) ?? place?.querySelector(focusable));
    if (target instanceof HTMLElement) target.focus({ preventScroll: true });
  };
}

/** For a part of a page that goes away when one of its buttons is pressed: the focus goes back to where it was before. */
export function returnFocusAfterwards(): void {
  const returnFocus = rememberFocus();
  // The part is still there when it is cleaned up.
  onCleanup(() => queueMicrotask(() => document.activeElement === document.body && returnFocus()));
}

function pathTo(element: Element | null | undefined): Element[] {
  const path: Element[] = [];
  for (let at = element; at && at !== document.body; at = at.parentElement) path.push(at);
  return path;
}

function sameLink(gone: Element | undefined): Element | undefined {
  const links = gone instanceof HTMLAnchorElement ? [...document.querySelectorAll("a[href]")] : [];
  return links.find((link) => link.getAttribute("href") === gone?.getAttribute("href"));
}

const focusable = '[tabindex="0"], textarea, input, button, a[href]';
