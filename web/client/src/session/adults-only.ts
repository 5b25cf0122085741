import type { Channel } from "../model/channel.ts";
import type { SyncedSettings } from "../preferences/create-stored.ts";
import { shownAdultChannelsIn, withLatest } from "../preferences/preferences.ts";
import type { Client } from "./client.ts";
import { createSyncedSettings } from "./synced-settings.ts";

/** How many channels are remembered. */
const mostChannels = 500;

/** Which age-restricted channels stay hidden: nothing in them is fetched or shown before the user confirms. */
export function adultsOnly(settings: SyncedSettings) {
  const [shown, store] = shownAdultChannelsIn(settings);
  return {
    isHidden: ({ id, mature }: Channel): boolean => mature && !shown().ids.includes(id),
    show: ({ id }: Channel): Promise<void> => store({ ids: withLatest(shown().ids, id, mostChannels) }),
  };
}

/** Whether messages of a channel stay out of lists that show those of many channels. */
export function hidesMessagesOf(client: Client, channelId: string): boolean {
  const channel = client.channels.get(channelId);
  return channel !== undefined && adultsOnly(createSyncedSettings(client)).isHidden(channel);
}
