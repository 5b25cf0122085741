import { findRows } from "../find-rows.ts";

/**
 * Events with the topics that carry them and the visibility changes that they cause. A topic names the payload field that
 * holds the id; ids that begin with `@` are passed by the emitter.
 */
export type EventAudiences = readonly [
  name: string,
  topics: string,
  more?: { reach?: unknown; changes?: string },
][];

/** Every event that domains emit. */
export const eventAudiences: EventAudiences = (await findRows<EventAudiences>("eventAudiences")).flat();
