import type { Services } from "../declare/services.ts";
import { touchSession } from "../domains/accounts/index.ts";
import type { SessionPrincipal } from "../domains/users/index.ts";
import { newLruCache } from "../platform/cache/lru-cache.ts";
import type { Store } from "../store/store.ts";

/** So that many requests at once cause one write, and a failing database is not asked by every request. */
const retryMs = 60_000;

/** Stores when sessions were last used, in the background of the requests that use them. */
export class SessionUse {
  readonly #store: Store;
  readonly #services: Services;
  /** When the last write for a session began. */
  readonly #attempts = newLruCache<number>(10_000);
  readonly #writes = new Set<Promise<void>>();

  constructor(store: Store, services: Services) {
    this.#store = store;
    this.#services = services;
  }

  /** For a session whose stored last use lags too far behind. */
  record({ sessionId }: SessionPrincipal): void {
    const now = this.#services.clock.now();
    if (now - (this.#attempts.get(sessionId) ?? Number.NEGATIVE_INFINITY) < retryMs) return;
    this.#attempts.set(sessionId, now);
    const write = this.#store
      .write((tx) => touchSession(tx, sessionId, now))
      .catch((error) => this.#services.log.warn({ err: error }, "the last use of a session was not stored"))
      .finally(() => this.#writes.delete(write));
    this.#writes.add(write);
  }

  /** Waits for the writes that have begun. */
  async settle(): Promise<void> {
    await Promise.all(this.#writes);
  }
}
