/** Milliseconds since the epoch. Tests pass a clock that they move by hand. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** The outcome of some work, or a failure if it takes longer than this. The work itself is not stopped. */
export async function within<T>(ms: number, work: Promise<T>, complaint: string): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(complaint)), ms);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
