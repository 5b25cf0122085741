/**
 * Counts calls in fixed windows. A window opens with the first call of a key and ends `windowMs` later; a call
 * beyond the limit is refused and not counted. Counting one key from many callers at once never admits more
 * than the limit.
 */
export interface Counters {
  /** Plain where the engine knows at once, so that a request need not wait a turn. */
  take(key: string, limit: number, windowMs: number): Allowance | Promise<Allowance>;
  close(): Promise<void>;
}

export interface Allowance {
  readonly allowed: boolean;
  readonly remaining: number;
  readonly resetAfterMs: number;
}
