/**
 * Counts calls in fixed windows. A window opens with the first call of a key and ends `windowMs` later; a call
 * beyond the limit is refused and not counted. However many callers count one key at once, no more than the limit are
 * allowed. Windows of different lengths are counted apart. An engine holds a bounded number of windows: with more open,
 * it forgets those of one length that opened first. In Redis, its own configuration bounds the memory.
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

/** The counters of one node. */
export interface LimitCounters {
  /** Count the calls to all nodes together. For what protects passwords. */
  readonly exact: Counters;
  /** May allow each node a part of the limit instead. For everything else, which is more frequent. */
  readonly approximate: Counters;
  close(): Promise<void>;
}
