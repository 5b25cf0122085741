/**
 * Counts calls in fixed windows. A window opens with the first call of a key and ends `windowMs` later; a call
 * beyond the limit is refused and not counted. However many callers count one key at once, no more than the limit are
 * allowed. An engine holds a bounded number of windows: with more open, it forgets those of one length that opened first.
 */
export interface Counters {
  /** Returns a promise only if the engine has to wait, so that a request need not wait otherwise. */
  take(key: string, limit: number, windowMs: number): Allowance | Promise<Allowance>;
  close(): Promise<void>;
}

export interface Allowance {
  readonly allowed: boolean;
  readonly remaining: number;
  readonly resetAfterMs: number;
}
