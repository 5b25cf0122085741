import { LRUCache } from "lru-cache";
import type { Clock } from "../clock/clock.ts";

interface CacheLimits {
  readonly ms: number;
  readonly entries: number;
  readonly bytes: number;
}

interface CacheOptions<T> {
  /** The size of a value in bytes. */
  weigh(value: T): number;
  /** Whether a failure is cached like a result. */
  keeps(failure: unknown): boolean;
}

interface CacheEntry<T> {
  readonly result: { readonly value: T } | { readonly failure: unknown };
  readonly expiresAt: number;
  readonly bytes: number;
}

/** What an entry takes besides its key and value. */
const overheadBytes = 256;

/** Caches results for a while, and the failures that `keeps` names. Requests for a key at the same time share one load. */
export class TtlCache<T> {
  readonly #ttlMs: number;
  readonly #clock: Clock;
  readonly #options: CacheOptions<T>;
  readonly #limits: Pick<CacheLimits, "entries" | "bytes">;
  #kept: LRUCache<string, CacheEntry<T>> | undefined;
  readonly #inFlight = new Map<string, Promise<T>>();

  constructor({ ms, entries, bytes }: CacheLimits, clock: Clock, options: CacheOptions<T>) {
    this.#ttlMs = ms;
    this.#clock = clock;
    this.#options = options;
    this.#limits = { entries, bytes };
  }

  /** Created when it is used: the library prepares the places of all entries, which takes a while at each start. */
  get #entries(): LRUCache<string, CacheEntry<T>> {
    const { entries, bytes } = this.#limits;
    // The expiry is ours: the library's own goes by another clock, and takes a lifetime of 0 for none.
    this.#kept ??= new LRUCache({
      max: entries,
      // It takes 0 for no limit.
      maxSize: Math.max(bytes, 1),
      sizeCalculation: (entry) => entry.bytes,
    });
    return this.#kept;
  }

  /** What the entries take, in bytes. */
  get bytes(): number {
    return this.#kept?.calculatedSize ?? 0;
  }

  async get(key: string, load: () => Promise<T>): Promise<T> {
    const known = this.#entries.get(key);
    if (known && known.expiresAt > this.#clock.now()) {
      if ("failure" in known.result) throw known.result.failure;
      return known.result.value;
    }
    return await (this.#inFlight.get(key) ?? this.#load(key, load));
  }

  #load(key: string, load: () => Promise<T>): Promise<T> {
    const loading = load();
    this.#inFlight.set(key, loading);
    loading
      .then(
        (value) => this.#put(key, { value }, this.#options.weigh(value)),
        (failure: unknown) => this.#options.keeps(failure) && this.#put(key, { failure }, 0),
      )
      .finally(() => this.#inFlight.delete(key));
    return loading;
  }

  #put(key: string, result: CacheEntry<T>["result"], weight: number): void {
    const now = this.#clock.now();
    // Least recently used first; an expired entry behind a live one is found by `get`, or evicted in its turn.
    for (const oldest of this.#entries.rkeys()) {
      if ((this.#entries.peek(oldest)?.expiresAt ?? 0) > now) break;
      this.#entries.delete(oldest);
    }
    const bytes = weight + key.length * 2 + overheadBytes;
    this.#entries.set(key, { result, expiresAt: now + this.#ttlMs, bytes });
  }
}
