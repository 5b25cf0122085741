const defaultEveryMs = 5_000;

/** Passes a call on at most once in so many milliseconds, the first one after as long. */
export function throttled<A extends readonly unknown[]>(
  report: (...values: A) => void,
  everyMs = defaultEveryMs,
): (...values: A) => void {
  let reportedAt = performance.now();
  return (...values) => {
    if (performance.now() - reportedAt < everyMs) return;
    reportedAt = performance.now();
    report(...values);
  };
}
