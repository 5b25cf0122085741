import { hook } from "../../store/hook.ts";
import type { SystemMessage } from "./system-model.ts";

/** Nothing happens if there is no such channel any more. */
export const SystemMessageRequested = hook<{
  readonly channelId: string;
  readonly systemMessage: SystemMessage;
}>({
  name: "ChannelNews",
  doc: "Something happened that the server itself tells of in a channel.",
});

/** Raised before they go, so that they can still be looked at. */
export const ChannelsDeleted = hook<{
  readonly channelIds: readonly string[];
}>({
  name: "ChannelsGone",
  doc: "Channels are deleted: what was said in them goes too, and nothing may point at them any more.",
});

export const RecipientRemoved = hook<{ readonly channelId: string; readonly userId: string }>({
  name: "RecipientGone",
  doc: "Somebody left a group or was removed from it: nothing of theirs may let anybody into it any more.",
});
