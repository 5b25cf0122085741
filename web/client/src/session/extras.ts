import { createStore, produce, reconcile } from "solid-js/store";
import type { ServerEvent } from "./mend-events.ts";

/** What the server tells and the library does not keep. */
interface Extras {
  /** Seconds between two messages of one person, by channel. */
  readonly slowMode: Record<string, number>;
  /** When this user may write again in a channel with slow mode, in milliseconds since 1970. */
  readonly slowModeEnds: Record<string, number>;
}

const [extras, setExtras] = createStore<Extras>({ slowMode: {}, slowModeEnds: {} });

export { extras };

interface ChannelData {
  readonly _id?: string;
  readonly slowmode?: number;
}

export function rememberExtras(event: ServerEvent): void {
  switch (event.type) {
    case "Ready":
      setExtras(reconcile<Extras, Extras>({ slowMode: {}, slowModeEnds: {} }));
      for (const channel of event.channels as ChannelData[]) remember(channel._id, channel);
      break;
    case "ServerCreate":
      for (const channel of event.channels as ChannelData[]) remember(channel._id, channel);
      break;
    case "ChannelCreate":
      remember(event._id as string, event as ChannelData);
      break;
    case "ChannelUpdate":
      remember(event.id as string, event.data as ChannelData);
      if ((event.clear as string[] | undefined)?.includes("Slowmode")) {
        remember(event.id as string, { slowmode: 0 });
      }
      break;
    case "UserSlowmodes":
      for (const wait of event.slowmodes as { channel_id: string; retry_after: number }[]) {
        startSlowMode(wait.channel_id, wait.retry_after);
      }
      break;
  }
}

/** Remembers that this user has to wait before the next message in a channel. */
export function startSlowMode(channelId: string, seconds: number): void {
  setExtras("slowModeEnds", channelId, Date.now() + seconds * 1000);
}

function remember(id: string | undefined, { slowmode }: ChannelData): void {
  if (id === undefined || slowmode === undefined) return;
  setExtras(
    produce((all) => {
      all.slowMode[id] = slowmode;
    }),
  );
}
