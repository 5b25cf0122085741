import { readFileSync } from "node:fs";

/** Milliseconds of CPU that the main thread of a process has used: garbage collection on other threads is left out. */
export function mainThreadCpu(pid: number): number {
  const [nanoseconds = ""] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ");
  return Number(nanoseconds) / 1_000_000;
}

/** Milliseconds that the control takes on a machine that does nothing else, for which limits are meant. */
const usualControl = 5;
const controlText = JSON.stringify(Array.from({ length: 20_000 }, (_, key) => ({ [key]: "x".repeat(30) })));

function measureControl(): number {
  const before = mainThreadCpu(process.pid);
  JSON.parse(controlText);
  return mainThreadCpu(process.pid) - before;
}

/**
 * How many times slower this machine is at the moment. What other machines take from a virtual one counts as CPU time, and
 * so does waiting for memory that they use.
 */
function slowness(): number {
  return Math.max(1, Math.min(measureControl(), measureControl(), measureControl()) / usualControl);
}

/**
 * The least CPU of the main thread over some tries, in milliseconds of a machine that does nothing else. Compilation,
 * garbage collection and a busy machine add to single tries; what the work itself costs is in all of them. Stops at the
 * first try below the limit.
 */
export async function leastCpu(pid: number, limit: number, work: () => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 6 && least >= limit; tries++) {
    const before = mainThreadCpu(pid);
    await work();
    const cost = mainThreadCpu(pid) - before;
    least = Math.min(least, cost < limit ? cost : cost / slowness());
  }
  return least;
}
