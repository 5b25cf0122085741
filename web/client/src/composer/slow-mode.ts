import type { Channel } from "stoat.js";
import { extras, startSlowMode } from "../session/extras.ts";
import { clockUntil } from "./clock.ts";

/** The permission to write without waiting, which the library does not know. */
const bypassSlowMode = 1n << 39n;

/** The wait between two messages in a channel with slow mode. */
export interface SlowMode {
  /** The seconds between two messages that bind this user; 0 without slow mode. */
  readonly interval: () => number;
  /** The seconds until the next message may be sent. */
  readonly wait: () => number;
  /** A message was sent now. */
  sent(): void;
}

export function createSlowMode(channel: () => Channel): SlowMode {
  const isExempt = () => (channel().permission & bypassSlowMode) !== 0n;
  const interval = () => (isExempt() ? 0 : (extras.slowMode[channel().id] ?? 0));
  const end = () => (interval() > 0 ? extras.slowModeEnds[channel().id] : undefined);
  const now = clockUntil(end);
  return {
    interval,
    wait: () => Math.max(0, Math.ceil(((end() ?? 0) - now()) / 1000)),
    sent() {
      if (interval() > 0) startSlowMode(channel().id, interval());
    },
  };
}
