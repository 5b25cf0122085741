import type { Services } from "./services.ts";

/** A long-lived object that a domain declares. */
export interface Resource<T extends object = object> {
  /** For error messages. */
  readonly name: string;
  readonly open: (services: never) => T;
}

/**
 * Declares a long-lived object of a domain, such as a cache, a semaphore or a connection. Every server opens its own
 * when it starts, and disposes of it when it stops if the object is disposable. Code reaches it with
 * `services.resources.get(…)`.
 */
export function resource<T extends object>(spec: {
  readonly name: string;
  open(services: Services): T;
}): Resource<T> {
  return spec;
}
