const defaultEveryMs = 5_000;

/**
 * Passes on at most one call in this many milliseconds, the first one only after that time. Undefined for a call that is
 * not passed on.
 */
export function throttled<A extends readonly unknown[], R>(
  report: (...values: A) => R,
  everyMs = defaultEveryMs,
): (...values: A) => R | undefined {
  let reportedAt = performance.now();
  return (...values) => {
    if (performance.now() - reportedAt < everyMs) return undefined;
    reportedAt = performance.now();
    return report(...values);
  };
}
