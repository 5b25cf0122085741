import { createStore, produce } from "solid-js/store";
import type { ServerEvent } from "./mend-events.ts";

/** What the server tells and the library does not keep. */
interface Extras {
  /** Seconds between two messages of one person, by channel. */
  readonly slowMode: Record<string, number>;
}

const [extras, setExtras] = createStore<Extras>({ slowMode: {} });

export { extras };

interface ChannelData {
  readonly _id?: string;
  readonly slowmode?: number;
}

export function rememberExtras(event: ServerEvent): void {
  switch (event.type) {
    case "Ready":
      setExtras({ slowMode: {} });
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
      break;
  }
}

function remember(id: string | undefined, { slowmode }: ChannelData): void {
  if (id === undefined || slowmode === undefined) return;
  setExtras(
    produce((all) => {
      all.slowMode[id] = slowmode;
    }),
  );
}
