/** What had the focus last, except for lines of menus: a menu is gone when what it opened is closed. */
let last: Element | undefined;
const isLasting = (element: Element | null) =>
  element !== null && element !== document.body && !element.closest("[role=menu]");
document.addEventListener("focusin", ({ target }) => {
  if (target instanceof Element && isLasting(target)) last = target;
});
// What somebody left for nothing, as a field on a phone by closing its keyboard, does not get the focus again.
document.addEventListener("focusout", ({ target, relatedTarget }) => {
  if (target === last && relatedTarget === null) last = undefined;
});

/**
 * Remembers what has the focus, or had it, and returns a function that gives it back. Dialogs that are shown by rendering them have
 * no trigger that the library could return to. What is gone by then is replaced: a link by the same link in another place,
 * anything else by what is nearest to its place.
 */
export function rememberFocus(from = document.activeElement): () => void {
  const path: Element[] = [];
  for (let at = isLasting(from) ? from : (last ?? null); at && at !== document.body; at = at.parentElement)
    path.push(at);
  return () => {
    const place = path.find((element) => element.isConnected);
    const target = place === path[0] ? place : (sameLink(path[0]) ?? place?.querySelector(focusable));
    if (target instanceof HTMLElement) target.focus({ preventScroll: true });
  };
}

function sameLink(gone: Element | undefined): Element | undefined {
  const links = gone instanceof HTMLAnchorElement ? [...document.querySelectorAll("a[href]")] : [];
  return links.find((link) => link.getAttribute("href") === gone?.getAttribute("href"));
}

const focusable = '[tabindex="0"], textarea, input, button, a[href]';
