import { recentChannels, setRecentChannels } from "../preferences/preferences.ts";

/** How many channels are remembered. */
const most = 20;

/** The channel that an address shows. */
export const channelIn = (path: string) => /\/channel\/([^/]+)/.exec(path)?.[1];

/** Remembers the channel of an address as the last one that was open. */
export function noteRecent(path: string): void {
  const id = channelIn(path);
  const known = recentChannels();
  if (id === undefined || known[0] === id) return;
  setRecentChannels([id, ...known.filter((other) => other !== id)].slice(0, most));
}
