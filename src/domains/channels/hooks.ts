import { hook } from "../../declare/hook.ts";
import type { SystemMessage } from "./system-model.ts";

/**
 * A user joined or left a group or server, or edited a group: messages posts a system message, unless the channel no
 * longer exists. Not a call: messages is above channels, because a sender needs access to a channel.
 */
export const ChannelActivityHappened = hook<{
  readonly channelId: string;
  readonly systemMessage: SystemMessage;
}>("ChannelActivityHappened");

/** Channels are about to be deleted. Listeners can still read the rows, and remove what refers to them. */
export const ChannelsDeleted = hook<{ readonly channelIds: readonly string[] }>("ChannelsDeleted");

/** A user left a group, or was expelled, and the existing invites do not let them in again. */
export const RecipientRemoved = hook<{
  readonly channelId: string;
  readonly userId: string;
  /** `expelled` if the owner of the group removed the user. */
  readonly cause: "left" | "expelled";
}>("RecipientRemoved");
