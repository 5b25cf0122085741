import { hook } from "../../declare/hook.ts";
import type { SystemMessage } from "./system-model.ts";

/**
 * Messages listens and posts a system message, unless the channel no longer exists. This cannot be a call, because
 * messages is above channels: a sender needs access to a channel.
 */
export const ChannelActivityHappened = hook<{
  readonly channelId: string;
  readonly systemMessage: SystemMessage;
}>({
  name: "channel activity happened",
  doc: "A user joined or left a group or server, or somebody edited a group: the channel shows that.",
});

/** Raised before the rows are deleted, so that listeners can still read them. */
export const ChannelsDeleted = hook<{
  readonly channelIds: readonly string[];
}>({
  name: "channels deleted",
  doc: "Channels are deleted: their messages are deleted too, and no row may refer to them any more.",
});

export const RecipientRemoved = hook<{
  readonly channelId: string;
  readonly userId: string;
  /** `expelled` if the owner of the group removed the user. */
  readonly cause: "left" | "expelled";
}>({
  name: "recipient removed",
  doc: "A user left a group, or was expelled, and the invites that exist do not let them in again.",
});

export const SlowmodeChanged = hook<{ readonly channelId: string; readonly seconds: number }>({
  name: "SlowmodeChanged",
  doc: "The slowmode of a channel changed: the seconds between two messages of one user, 0 for none.",
});
