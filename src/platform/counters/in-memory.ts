import type { Clock } from "../clock.ts";
import type { Counters } from "./port.ts";

interface Window {
  used: number;
  readonly endsAt: number;
}

export function createInMemoryCounters(clock: Clock): Counters {
  const windows = new Map<string, Window>();
  let unswept = windows.entries();

  /** Checks two windows for each one that may be opened, which bounds memory by the open windows without a long sweep. */
  function sweepSome(now: number): void {
    for (let checked = 0; checked < 2; checked++) {
      const { value, done } = unswept.next();
      if (done) {
        unswept = windows.entries();
        return;
      }
      const [key, window] = value;
      if (window.endsAt <= now) windows.delete(key);
    }
  }

  function currentWindow(key: string, windowMs: number, now: number): Window {
    const known = windows.get(key);
    if (known && known.endsAt > now) return known;
    const opened = { used: 0, endsAt: now + windowMs };
    windows.set(key, opened);
    return opened;
  }

  return {
    take(key, limit, windowMs) {
      const now = clock.now();
      sweepSome(now);
      const window = currentWindow(key, windowMs, now);
      const allowed = window.used < limit;
      if (allowed) window.used++;
      return { allowed, remaining: Math.max(0, limit - window.used), resetAfterMs: window.endsAt - now };
    },
    async close() {
      windows.clear();
    },
  };
}
