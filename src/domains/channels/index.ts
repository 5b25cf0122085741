/** What other domains and the interpreters may use of channels. */
export { findAnyChannel } from "./actions/find-any-channel.ts";
export {
  assertChannelPermission,
  type ChannelAccess,
  channelTarget,
  holdsChannelPermission,
  loadChannelAccess,
  requireChannel,
  sendTarget,
} from "./actions/require-channel.ts";
