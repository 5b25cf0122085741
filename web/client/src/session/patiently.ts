import { readApiError } from "./api-error.ts";

/** Pauses that are worth waiting for, in milliseconds, and how often. */
const longestPause = 15_000;
const attempts = 3;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Sends a request that the server may find too quick, and again when the server says so. The routes of accounts allow
 * so few calls that one careful use of a dialog can be too many.
 */
export async function patiently<T>(request: () => Promise<T>, wait = pause): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await request();
    } catch (thrown) {
      const { type, retryAfter = 0 } = readApiError(thrown);
      if (type !== "RateLimited" || attempt === attempts || retryAfter > longestPause) throw thrown;
      await wait(retryAfter);
    }
  }
}
