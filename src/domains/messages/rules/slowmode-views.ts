import type { SlowmodeRow } from "../tables.ts";

const second = 1_000;

export interface Slowmode {
  readonly channel_id: string;
  readonly duration: number;
  readonly retry_after: number;
}

/** What is left of waits, for somebody who comes in the middle of them. */
export function slowmodeViews(waits: readonly SlowmodeRow[], now: number): Slowmode[] {
  return waits.flatMap(({ channel_id, until }) => {
    const left = Math.ceil((until - now) / second);
    return left > 0 ? [{ channel_id, duration: left, retry_after: left }] : [];
  });
}
