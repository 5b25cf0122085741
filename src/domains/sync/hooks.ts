import { hook } from "../../declare/hook.ts";

export const ChannelsRead = hook<{ readonly userId: string; readonly channelIds: readonly string[] }>({
  name: "channels read",
  doc: "A user has read these channels, as far as is on record by now.",
});
