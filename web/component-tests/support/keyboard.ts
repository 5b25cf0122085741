import { expect } from "bun:test";
import { press } from "./actions.ts";
import { all, find, until } from "./find.ts";

const takesFocus = "a[href], button, input, textarea, select, summary, audio[controls], [tabindex]";
const takesNone = ":disabled, [type=hidden], [inert], [inert] *, [hidden], [hidden] *, fieldset:disabled *";

/** The elements that Tab leads to, in their order. */
function tabStops(): HTMLElement[] {
  const stops = [...document.querySelectorAll<HTMLElement>(takesFocus)];
  const usable = stops.filter((element) => element.tabIndex >= 0 && !element.matches(takesNone));
  const radios = new Map<string, HTMLInputElement>();
  for (const radio of usable.filter(isRadio))
    if (radio.checked || !radios.has(radio.name)) radios.set(radio.name, radio);
  // Of the radios of one name, Tab leads to the checked one alone.
  return usable.filter((element) => !isRadio(element) || radios.get(element.name) === element);
}

const isRadio = (element: Element | null): element is HTMLInputElement =>
  element instanceof HTMLInputElement && element.type === "radio";

const groupOf = ({ name }: HTMLInputElement) =>
  [...document.querySelectorAll<HTMLInputElement>("input[type=radio]")].filter(
    (radio) => radio.name === name,
  );

/** What has the focus, by the name that a screen reader would read. */
export function focused(): string {
  const element = document.activeElement;
  return !element || element === document.body ? "nothing" : nameOf(element);
}

function nameOf(element: Element): string {
  const others = element.getAttribute("aria-labelledby")?.split(" ") ?? [];
  const labels = others.map((id) => document.getElementById(id));
  const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
  if (labels.length === 0 && isField) labels.push(...(element.labels ?? []));
  const text = labels.map((label) => label?.textContent).join(" ");
  return (element.getAttribute("aria-label") ?? (text || element.textContent)).trim();
}

/** Presses Tab until the focus is on something of this name. */
export async function goTo(name: RegExp, shiftKey = false): Promise<void> {
  const passed: string[] = [];
  while (passed.length < 80) {
    tab(shiftKey);
    // Some places move the focus on in a task of their own.
    await new Promise((resolve) => setTimeout(resolve));
    if (name.test(focused())) return;
    passed.push(focused());
  }
  throw new Error(`Tab does not lead to ${name}, but to ${passed.join(" | ")}`);
}

function tab(shiftKey: boolean): void {
  const before = document.activeElement;
  press("Tab", { shiftKey });
  // A dialog keeps the focus, and moves it itself at its ends.
  if (document.activeElement !== before) return;
  const isBehind = (stop: Element) =>
    !before || (before.compareDocumentPosition(stop) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const stops = tabStops().filter((stop) => stop !== before);
  const next = shiftKey ? stops.findLast((stop) => !isBehind(stop)) : stops.find(isBehind);
  (next ?? stops.at(shiftKey ? -1 : 0))?.focus();
}

/** Waits until something of this name has the focus. */
export const hasFocus = (name: RegExp) => until(() => expect(focused()).toMatch(name));

/** Moves through a menu or a list of choices by the arrows, and takes the one of this name. */
export async function takeEntry(role: "menuitem" | "option", name: string): Promise<void> {
  const entry = await find(role, name);
  for (let steps = 0; document.activeElement !== entry; steps++) {
    if (steps > all(role).length) throw new Error(`the arrow does not lead to ${name}, but to ${focused()}`);
    const isAbove = (entry.compareDocumentPosition(document.activeElement ?? entry) & 4) !== 0;
    press(isAbove ? "ArrowUp" : "ArrowDown");
    await new Promise((resolve) => setTimeout(resolve));
  }
  press("Enter");
}

/** Moves to another radio of the group with the focus, as the arrows of a browser do. */
export function arrowTo(name: RegExp): void {
  const element = document.activeElement;
  if (!isRadio(element)) throw new Error(`no radio has the focus, but ${focused()}`);
  const radio = groupOf(element).find((each) => name.test(nameOf(each)));
  radio?.focus();
  radio?.click();
}

/** Opens the menu of what has the focus, for which browsers have a key. */
export function openMenu(): void {
  const event = new MouseEvent("contextmenu", { bubbles: true, cancelable: true, composed: true });
  document.activeElement?.dispatchEvent(event);
}
