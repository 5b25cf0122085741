import type { SlowmodeRow } from "../tables.ts";

const second = 1_000;

export interface Slowmode {
  readonly channel_id: string;
  readonly duration: number;
  readonly retry_after: number;
}

/** The seconds that are left of slow modes, for a client that connects while they run. */
export function slowmodeViews(slowmodes: readonly SlowmodeRow[], now: number): Slowmode[] {
  return slowmodes.flatMap(({ channel_id, until }) => {
    const left = Math.ceil((until - now) / second);
    return left > 0 ? [{ channel_id, duration: left, retry_after: left }] : [];
  });
}
