const defaultEveryMs = 5_000;

/** Passes on at most one call in this many milliseconds, the first one only after that time. */
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
