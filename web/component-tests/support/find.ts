import { type ByRoleMatcher, type queries, type Screen, screen, waitFor, within } from "@testing-library/dom";

type Name = string | RegExp;
type Part = HTMLElement | undefined;

const inside = (part: Part) => (part ? within(part) : (screen as Pick<Screen, keyof typeof queries>));

/** The one element of a role and a name, once it is there. */
export function find(role: ByRoleMatcher, name?: Name, part?: Part): Promise<HTMLElement> {
  return inside(part).findByRole(role, name === undefined ? {} : { name });
}

/** Those that are there now. */
export function all(role: ByRoleMatcher, name?: Name, part?: Part): HTMLElement[] {
  return inside(part).queryAllByRole(role, name === undefined ? {} : { name });
}

export function findText(text: Name, part?: Part): Promise<HTMLElement> {
  return inside(part).findByText(text);
}

export function allTexts(text: Name, part?: Part): HTMLElement[] {
  return inside(part).queryAllByText(text);
}

/** Waits until something holds, which says why by throwing or by being false. */
export function until(holds: () => unknown): Promise<void> {
  return waitFor(() => {
    if (holds() === false) throw new Error(`does not hold: ${holds}`);
  });
}

export const gone = (query: () => readonly unknown[]) => until(() => query().length === 0);
