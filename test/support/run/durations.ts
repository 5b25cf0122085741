import { join } from "node:path";
import recorded from "./durations.json" with { type: "json" };

/** How long tests take, in seconds. Only how evenly the groups of a run are filled depends on it. */
export interface Durations {
  /** The tests on several nodes, without and with Redis. */
  readonly cluster: number;
  readonly redis: number;
  /** The mean of the files that are not listed. */
  readonly others: number;
  /** The slow ones, in whole seconds. */
  readonly files: Readonly<Record<string, number>>;
}

export const durations: Durations = recorded;

/** Faster files are many, and too much depends on chance in them. */
const leastListed = 3;

/** What a run measured. */
export interface MeasuredDurations {
  readonly files: ReadonlyMap<string, number>;
  readonly cluster?: number | undefined;
  readonly redis?: number | undefined;
}

/**
 * The durations after a run of all or some tests. A value changes only if it differs by more than chance does, so that
 * recording again changes few lines.
 */
export function updateDurations(
  known: Durations,
  measured: MeasuredDurations,
  existing: readonly string[],
): Durations {
  const settle = (before: number | undefined, now: number) =>
    before !== undefined && Math.abs(now - before) <= Math.max(1, before / 4) ? before : Math.round(now);
  const files: Record<string, number> = {};
  const fast: number[] = [];
  for (const file of existing) {
    const before = known.files[file];
    const now = measured.files.get(file);
    const seconds = now === undefined ? before : settle(before, now);
    if (seconds !== undefined && seconds >= leastListed) files[file] = seconds;
    else if (now !== undefined) fast.push(now);
  }
  const isOfAll = existing.every((file) => measured.files.has(file));
  const mean = fast.reduce((total, seconds) => total + seconds, 0) / Math.max(1, fast.length);
  return {
    cluster: settle(known.cluster, measured.cluster ?? known.cluster),
    redis: settle(known.redis, measured.redis ?? known.redis),
    others: isOfAll ? Math.max(0.1, Math.round(mean * 10) / 10) : known.others,
    files,
  };
}

export async function writeDurations(updated: Durations): Promise<void> {
  await Bun.write(join(import.meta.dir, "durations.json"), `${JSON.stringify(updated, undefined, 2)}\n`);
}
