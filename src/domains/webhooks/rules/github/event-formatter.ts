import type { Static, TSchema } from "typebox";
import { LazyValidator } from "../../../../platform/memoize/lazy-validator.ts";
import type { GithubNotice } from "./notice.ts";

/** The result for a payload that does not match the schema of its event. */
export const unreadable = Symbol("unreadable");

/** Turns the payload of an event into a notice; undefined for events that are not posted. */
export type EventFormatter = (payload: object) => GithubNotice | undefined | typeof unreadable;

export function formatterOf<S extends TSchema>(
  schema: S,
  format: (payload: Static<S>) => GithubNotice,
): EventFormatter {
  const validator = new LazyValidator(schema);
  return (payload) => (validator.check(payload) ? format(payload as Static<S>) : unreadable);
}

/** Chooses the formatter by the `action` of the payload. Events with other actions are not posted. */
export function byAction(formatters: Readonly<Record<string, EventFormatter>>): EventFormatter {
  const formatterByAction = new Map(Object.entries(formatters));
  return (payload) => {
    const { action } = payload as { action?: unknown };
    if (typeof action !== "string") return unreadable;
    return formatterByAction.get(action)?.(payload);
  };
}
