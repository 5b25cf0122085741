import { newLruCache } from "../platform/cache/lru-cache.ts";
import type { Clock } from "../platform/clock/clock.ts";

/** Reading the same thing again within this time adds no second row: a client reads a channel in many pages. */
const repeatedReadMs = 5 * 60_000;

/** What operators have recently read with their special rights, and what is recorded. */
export class RecordedReads {
  readonly #clock: Clock;
  readonly #times = newLruCache<number>(10_000);

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  has(key: string): boolean {
    const time = this.#times.get(key);
    return time !== undefined && this.#clock.now() - time < repeatedReadMs;
  }

  add(key: string): void {
    this.#times.set(key, this.#clock.now());
  }
}
