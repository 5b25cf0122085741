import { hook } from "../../store/hook.ts";

interface Reading {
  readonly userId: string;
  /** The session in which they were read. */
  readonly sessionId: string | undefined;
  readonly channelIds: readonly string[];
}

export const ChannelsRead = hook<Reading>({
  name: "channels read",
  doc: "A user has read these channels, as far as is on record by now.",
});
