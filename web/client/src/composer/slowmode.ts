import type { Channel } from "../model/channel.ts";
import type { Client } from "../session/client.ts";
import { clockUntil } from "./clock.ts";

/** The wait between two messages in a channel with slowmode. */
export function createSlowmode(client: Client, channel: () => Channel) {
  /** The seconds between two messages that bind this user; 0 without slowmode. */
  const interval = () => (channel().havePermission("BypassSlowmode") ? 0 : channel().slowmode);
  const end = () => (interval() > 0 ? client.state.slowmodes[channel().id] : undefined);
  const now = clockUntil(end);
  return {
    interval,
    /** The seconds until the next message may be sent. */
    wait: () => Math.max(0, Math.ceil(((end() ?? 0) - now()) / 1000)),
    /** A message was sent now. */
    sent(): void {
      if (interval() > 0) client.startSlowmode(channel().id, interval());
    },
  };
}
