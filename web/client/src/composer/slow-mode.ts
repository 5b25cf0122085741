import type { Channel } from "../model/channel.ts";
import type { Client } from "../session/client.ts";
import { clockUntil } from "./clock.ts";

/** The wait between two messages in a channel with slow mode. */
export interface SlowMode {
  /** The seconds between two messages that bind this user; 0 without slow mode. */
  readonly interval: () => number;
  /** The seconds until the next message may be sent. */
  readonly wait: () => number;
  /** A message was sent now. */
  sent(): void;
}

export function createSlowMode(client: Client, channel: () => Channel): SlowMode {
  const interval = () => (channel().havePermission("BypassSlowmode") ? 0 : channel().slowmode);
  const end = () => (interval() > 0 ? client.state.slowmodes[channel().id] : undefined);
  const now = clockUntil(end);
  return {
    interval,
    wait: () => Math.max(0, Math.ceil(((end() ?? 0) - now()) / 1000)),
    sent() {
      if (interval() > 0) client.startSlowMode(channel().id, interval());
    },
  };
}
