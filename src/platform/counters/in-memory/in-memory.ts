import type { Clock } from "../../clock/clock.ts";
import type { Counters } from "../port.ts";

interface Window {
  used: number;
  readonly endsAt: number;
}

/** For each length. A window takes about 200 bytes; this is more than ten thousand busy callers have open at once. */
const defaultMaxWindows = 200_000;

export function createInMemoryCounters(clock: Clock, maxWindows = defaultMaxWindows): Counters {
  /** By length, and among those of one length in the order in which they opened, which is that in which they end. */
  const windowsByLength = new Map<number, Map<string, Window>>();

  /** A window that ends later than a new one would was opened before the clock was set back. */
  const isOpen = ({ endsAt }: Window, windowMs: number, now: number) =>
    endsAt > now && endsAt <= now + windowMs;

  /** Removes at most two windows for each one that opens: memory follows the open windows without a long sweep. */
  function sweepSome(windows: Map<string, Window>, windowMs: number, now: number): void {
    let checked = 0;
    for (const [key, window] of windows) {
      if (++checked > 2 || (isOpen(window, windowMs, now) && windows.size < maxWindows)) return;
      windows.delete(key);
    }
  }

  function currentWindow(key: string, windowMs: number, now: number): Window {
    let windows = windowsByLength.get(windowMs);
    if (!windows) {
      windows = new Map();
      windowsByLength.set(windowMs, windows);
    }
    const known = windows.get(key);
    if (known && isOpen(known, windowMs, now)) return known;
    if (known) windows.delete(key);
    sweepSome(windows, windowMs, now);
    const opened = { used: 0, endsAt: now + windowMs };
    windows.set(key, opened);
    return opened;
  }

  return {
    take(key, limit, windowMs) {
      const now = clock.now();
      const window = currentWindow(key, windowMs, now);
      const allowed = window.used < limit;
      if (allowed) window.used++;
      return { allowed, remaining: Math.max(0, limit - window.used), resetAfterMs: window.endsAt - now };
    },
    async close() {
      windowsByLength.clear();
    },
  };
}
