/** Milliseconds since the epoch. Tests pass a clock that they move by hand. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };
