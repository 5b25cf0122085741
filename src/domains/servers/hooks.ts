import { hook } from "../../store/hook.ts";

export const MessageSweepRequested = hook<{
  readonly serverId: string;
  readonly authorId: string;
  /** Milliseconds since 1970. */
  readonly since: number;
}>({
  name: "MessagesUnwanted",
  doc: "Deletes the messages that a user has sent in the channels of a server since a given time.",
});

export const SlowmodeChanged = hook<{ readonly channelId: string; readonly seconds: number }>({
  name: "SlowmodeChanged",
  doc: "The slowmode of a channel changed: the seconds between two messages of one user, 0 for none.",
});
