import { newLruCache } from "../cache/lru-cache.ts";
import type { Clock } from "../clock/clock.ts";

/** Users choose the hosts that keys stand for, so that there may be any number of keys. */
const maxKeys = 10_000;

/** Circuit breakers by key. While one is open, nothing is sent to the destination that its key identifies. */
export class CircuitBreakers {
  readonly #clock: Clock;
  readonly #openUntil = newLruCache<number>(maxKeys);
  readonly #failures = newLruCache<number>(maxKeys);

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  isOpen(key: string): boolean {
    const until = this.#openUntil.get(key);
    if (until === undefined) return false;
    if (until > this.#clock.now()) return true;
    this.#openUntil.delete(key);
    return false;
  }

  open(key: string, ms: number): void {
    if (ms > 0) this.#openUntil.set(key, this.#clock.now() + ms);
  }

  /** Returns how many failures there were since the last success, this one included. */
  recordFailure(key: string): number {
    const failures = (this.#failures.get(key) ?? 0) + 1;
    this.#failures.set(key, failures);
    return failures;
  }

  recordSuccess(key: string): void {
    this.#failures.delete(key);
  }
}
