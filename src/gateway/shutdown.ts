import type { Connection } from "./connection.ts";

const longestPauseMs = 50;

/** Few go quickly; many are spread over the whole time, so that they do not all come back in one moment. */
export async function closeGradually(open: ReadonlySet<Connection>, spreadMs: number): Promise<void> {
  const pauseMs = Math.min(longestPauseMs, spreadMs / Math.max(1, open.size));
  const began = performance.now();
  let closed = 0;
  for (const connection of [...open]) {
    const early = closed * pauseMs - (performance.now() - began);
    if (early > 1) await Bun.sleep(early);
    connection.close("restarting");
    closed += 1;
  }
}
