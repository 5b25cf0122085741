import type { Outcome } from "../model.ts";

const hourMs = 3_600_000;

/** What a push service means by its answer. */
export function judgeStatus(status: number): Outcome {
  if (status >= 200 && status <= 299) return "sent";
  if (status === 404 || status === 410) return "gone";
  return status === 408 || status === 429 || status >= 500 ? "later" : "refused";
}

/** For how long `Retry-After` asks to be left alone: seconds, or a date. Nobody is heard who asks for more than an hour. */
export function pauseMs(retryAfter: string | undefined, now: number): number {
  if (retryAfter === undefined) return 0;
  const wish = /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) * 1_000 : Date.parse(retryAfter) - now;
  return Number.isNaN(wish) ? 0 : Math.min(Math.max(wish, 0), hourMs);
}
