import type { Static, TSchema } from "typebox";
import { Compile } from "typebox/compile";
import type { Notice } from "./notice.ts";

/** A payload in which something is missing, or is of another type. */
export const unreadable = Symbol("unreadable");

/** What the payload of an event comes to; undefined if it is not to be told. */
export type Family = (payload: object) => Notice | undefined | typeof unreadable;

/** Events of one name, which all look the same. */
export function family<S extends TSchema>(schema: S, tell: (payload: Static<S>) => Notice): Family {
  const validator = Compile(schema);
  return (payload) => (validator.Check(payload) ? tell(payload as Static<S>) : unreadable);
}

/** Events of one name that say what happened by their `action`. Of those that are not listed nothing is told. */
export function byAction(families: Readonly<Record<string, Family>>): Family {
  const known = new Map(Object.entries(families));
  return (payload) => {
    const { action } = payload as { action?: unknown };
    if (typeof action !== "string") return unreadable;
    return known.get(action)?.(payload);
  };
}
