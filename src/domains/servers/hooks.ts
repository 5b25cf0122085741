import { hook } from "../../store/hook.ts";

export const MessageSweepRequested = hook<{
  readonly serverId: string;
  readonly authorId: string;
  /** Milliseconds since 1970. */
  readonly since: number;
}>({
  name: "MessagesUnwanted",
  doc: "What somebody wrote in the channels of a server since then is to be deleted.",
});

export const SlowmodeChanged = hook<{ readonly channelId: string; readonly seconds: number }>({
  name: "SlowmodeChanged",
  doc: "From now on this many seconds pass between two messages of somebody in a channel; 0 if none have to.",
});
