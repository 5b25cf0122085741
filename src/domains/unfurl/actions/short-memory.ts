import type { Clock } from "../../../platform/clock.ts";
import { ApiError } from "../../../protocol/error.ts";

export interface MemoryLimits {
  readonly ms: number;
  readonly entries: number;
  readonly bytes: number;
}

interface Entry<T> {
  readonly outcome: { readonly value: T } | { readonly failure: ApiError };
  readonly until: number;
  readonly bytes: number;
}

/** For the text of the entry, and what else it takes. */
const overhead = 256;

/** Remembers for a while what came of a question, failures included; asked by many at once, it finds out once. */
export class ShortMemory<T> {
  readonly #limits: MemoryLimits;
  readonly #clock: Clock;
  readonly #weigh: (value: T) => number;
  /** Oldest first, and so the next to expire. */
  readonly #entries = new Map<string, Entry<T>>();
  readonly #underWay = new Map<string, Promise<T>>();
  #bytes = 0;

  constructor(limits: MemoryLimits, clock: Clock, weigh: (value: T) => number) {
    this.#limits = limits;
    this.#clock = clock;
    this.#weigh = weigh;
  }

  /** What the memory holds, in bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  async recall(key: string, find: () => Promise<T>): Promise<T> {
    const known = this.#entries.get(key);
    if (known && known.until > this.#clock.now()) {
      if ("failure" in known.outcome) throw known.outcome.failure;
      return known.outcome.value;
    }
    const flight = this.#underWay.get(key) ?? this.#findOut(key, find);
    return await flight;
  }

  #findOut(key: string, find: () => Promise<T>): Promise<T> {
    const flight = find();
    this.#underWay.set(key, flight);
    flight
      .then(
        (value) => this.#keep(key, { value }, this.#weigh(value)),
        (failure: unknown) => failure instanceof ApiError && this.#keep(key, { failure }, 0),
      )
      .finally(() => this.#underWay.delete(key));
    return flight;
  }

  #keep(key: string, outcome: Entry<T>["outcome"], weight: number): void {
    const now = this.#clock.now();
    const bytes = weight + key.length * 2 + overhead;
    this.#forget(key);
    this.#entries.set(key, { outcome, until: now + this.#limits.ms, bytes });
    this.#bytes += bytes;
    for (const [oldest, { until }] of this.#entries) {
      const isFull = this.#entries.size > this.#limits.entries || this.#bytes > this.#limits.bytes;
      if (until > now && !isFull) return;
      this.#forget(oldest);
    }
  }

  #forget(key: string): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0;
    this.#entries.delete(key);
  }
}
