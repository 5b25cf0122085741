import type { Channel } from "../model/channel.ts";
import type { SyncedSettings } from "../preferences/create-stored.ts";
import { shownAdultChannelsIn, withLatest } from "../preferences/preferences.ts";

/** How many channels are remembered. */
const mostChannels = 500;

/** Which channels for adults stay hidden: nothing of them is fetched or shown before the user has asked for it. */
export function adultsOnly(settings: SyncedSettings) {
  const [shown, store] = shownAdultChannelsIn(settings);
  return {
    isHidden: ({ id, mature }: Channel): boolean => mature && !shown().ids.includes(id),
    show: ({ id }: Channel): Promise<void> => store({ ids: withLatest(shown().ids, id, mostChannels) }),
  };
}
