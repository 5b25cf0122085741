import type { DeliveryOutcome } from "./port.ts";

const maxRetryAfterMs = 3_600_000;

/** What the status of a push service's response means. */
export function outcomeOfStatus(status: number): DeliveryOutcome {
  if (status >= 200 && status <= 299) return "sent";
  if (status === 404 || status === 410) return "gone";
  return status === 408 || status === 429 || status >= 500 ? "retry" : "refused";
}

/** The pause that a `Retry-After` header asks for, in seconds or as a date; an hour at most. */
export function retryAfterMs(header: string | undefined, now: number): number {
  if (header === undefined) return 0;
  const ms = /^\d{1,9}$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now;
  return Number.isNaN(ms) ? 0 : Math.min(Math.max(ms, 0), maxRetryAfterMs);
}
