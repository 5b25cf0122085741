import { throttled } from "../src/platform/concurrency/throttled.ts";

interface ProgressOptions {
  /** Such as "Importing". */
  readonly doing: string;
  /** What is counted, such as "messages". */
  readonly unit: string;
  /** All of the work, in the measure of `advance`: mostly bytes. */
  readonly total: number;
  report(line: string): void;
  readonly now?: () => number;
  readonly everyMs?: number;
}

export interface Progress {
  /** Counts finished work and items, and reports both from time to time. */
  advance(work: number, items: number): void;
}

/** Reports how far a long job is, at which rate it goes on, and how long the rest will take. */
export function createProgress(options: ProgressOptions): Progress {
  const { doing, unit, total, report, now = () => performance.now(), everyMs } = options;
  const startedAt = now();
  let [work, items] = [0, 0];
  const show = throttled(() => {
    const seconds = Math.max(0.001, (now() - startedAt) / 1_000);
    const share = total === 0 ? 1 : Math.min(1, work / total);
    const rate = Math.round(items / seconds).toLocaleString("en");
    const left = share === 0 ? "" : `, ${describeSeconds((seconds / share) * (1 - share))} left`;
    const count = items.toLocaleString("en");
    report(`${doing}: ${Math.floor(share * 100)} %, ${count} ${unit}, ${rate}/s${left}`);
  }, everyMs);
  return {
    advance(moreWork, moreItems) {
      work += moreWork;
      items += moreItems;
      show();
    },
  };
}

function describeSeconds(seconds: number): string {
  if (seconds < 60) return `${Math.ceil(seconds)} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
