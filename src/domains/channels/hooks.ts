import { hook } from "../../declare/hook.ts";
import type { SystemMessage } from "./system-model.ts";

/** Without effect if the channel no longer exists. */
export const SystemMessageRequested = hook<{
  readonly channelId: string;
  readonly systemMessage: SystemMessage;
}>({
  name: "system message requested",
  doc: "A channel is to get a system message.",
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
  doc: "A user left a group, and invites of theirs to it stop working; or was expelled, and all invites to it do.",
});

export const SlowmodeChanged = hook<{ readonly channelId: string; readonly seconds: number }>({
  name: "SlowmodeChanged",
  doc: "The slowmode of a channel changed: the seconds between two messages of one user, 0 for none.",
});
