/** What other domains and the interpreters may use of channels. */
export {
  assertChannelPermission,
  type ChannelAccess,
  channelTarget,
  findAnyChannel,
  holdsChannelPermission,
  loadChannelAccess,
  loadSendAccess,
  requireChannel,
  sendTarget,
} from "./actions/require-channel.ts";
