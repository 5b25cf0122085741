/** Milliseconds since the epoch. Tests pass a clock that they move by hand. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

const units: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** An interval of the configuration, such as 6h, in milliseconds. */
export function intervalOf(text: string): number {
  return Number.parseInt(text, 10) * (units[text.at(-1) ?? ""] ?? Number.NaN);
}

/** Resolves as the work does, or rejects with the message after a timeout. The work itself is not stopped. */
export async function within<T>(ms: number, work: Promise<T>, message: string): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(message)), ms);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
