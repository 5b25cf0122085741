import { hook } from "../../store/hook.ts";
import type { SystemMessage } from "./system-model.ts";

/** Nothing happens if there is no such channel any more. */
export const SystemMessageRequested = hook<{ readonly channelId: string; readonly news: SystemMessage }>({
  name: "ChannelNews",
  doc: "Something happened that the server itself tells of in a channel.",
});

/** Raised before they go, so that they can still be looked at. */
export const ChannelsDeleted = hook<{
  readonly channelIds: readonly string[];
  /** The server that they belong to, if it stays. */
  readonly serverId?: string;
}>({
  name: "ChannelsGone",
  doc: "Channels are deleted: what was said in them goes too, and nothing may point at them any more.",
});

export const RecipientRemoved = hook<{ readonly channelId: string; readonly userId: string }>({
  name: "RecipientGone",
  doc: "Somebody left a group or was removed from it: nothing of theirs may let anybody into it any more.",
});

export const SlowmodeChanged = hook<{ readonly channelId: string; readonly seconds: number }>({
  name: "SlowmodeChanged",
  doc: "From now on this many seconds pass between two messages of somebody in a channel; 0 if none have to.",
});

/** Raised before anything is written, so that changes in one server do not happen at the same moment. */
export const ServerTouched = hook<{ readonly serverId: string }>({
  name: "ServerTouched",
  doc: "Something in this server is about to change.",
});
