import { hook } from "../../declare/hook.ts";

interface ReadChannels {
  readonly userId: string;
  /** The session that acknowledged them; undefined for bots. */
  readonly sessionId: string | undefined;
  readonly channelIds: readonly string[];
}

export const ChannelsRead = hook<ReadChannels>({
  name: "channels read",
  doc: "A user acknowledged channels; the read marks are stored already.",
});
