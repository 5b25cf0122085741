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
