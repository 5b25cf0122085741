import { type ByRoleMatcher, type queries, type Screen, screen, waitFor, within } from "@testing-library/dom";

type Name = string | RegExp;
type Part = HTMLElement | undefined;

const inside = (part: Part) => (part ? within(part) : (screen as Pick<Screen, keyof typeof queries>));

/** The one element of a role and a name, once it is there. */
export function find(role: ByRoleMatcher, name?: Name, part?: Part): Promise<HTMLElement> {
  return explained(inside(part).findByRole(role, name === undefined ? {} : { name }));
}

/** Those that are there now. */
export function all(role: ByRoleMatcher, name?: Name, part?: Part): HTMLElement[] {
  return inside(part).queryAllByRole(role, name === undefined ? {} : { name });
}

export function findText(text: Name, part?: Part): Promise<HTMLElement> {
  return explained(inside(part).findByText(text));
}

export function allTexts(text: Name, part?: Part): HTMLElement[] {
  return inside(part).queryAllByText(text);
}

/** Waits until something holds, which says why by throwing or by being false. */
export function until(holds: () => unknown): Promise<void> {
  return explained(becomesTrue(holds));
}

export function gone(query: () => readonly unknown[]): Promise<void> {
  return explained(becomesTrue(() => query().length === 0));
}

const becomesTrue = (holds: () => unknown) =>
  waitFor(() => {
    if (holds() === false) throw new Error(`does not hold: ${holds}`);
  });

/**
 * Makes a failure name the line of the test, and prints the page as it is then. Callers return its result directly, so
 * that tail calls keep them out of the stack.
 */
function explained<T>(waiting: Promise<T>): Promise<T> {
  const failure = new Error();
  Error.captureStackTrace(failure, explained);
  return waiting.catch((error) => {
    failure.message = error.message;
    console.error(`The page when this failed:\n${outline(document.body)}`);
    throw failure;
  });
}

const shownAttributes =
  /^(role|aria-(?!hidden|live)\w+|href|type|name|value|placeholder|alt|title|disabled|checked|open)$/;

/** One line for each element that has text of its own, or attributes that tests look for. */
function outline(element: Element, indent = ""): string {
  if (/^(svg|style|script)$/i.test(element.tagName)) return "";
  const nodes = [...element.childNodes];
  const texts = nodes.map((node) => (node.nodeType === node.TEXT_NODE ? node.textContent?.trim() : ""));
  const attributes = [...element.attributes].filter(({ name }) => shownAttributes.test(name));
  const words = [
    element.tagName.toLowerCase(),
    ...attributes.map(({ name, value }) => (value === "" ? name : `${name}="${value}"`)),
    ...texts.filter(Boolean),
  ];
  const isShown = words.length > 1;
  const children = [...element.children].map((child) => outline(child, isShown ? `${indent}  ` : indent));
  return [isShown ? `${indent}${words.join(" ")}\n` : "", ...children].join("");
}
