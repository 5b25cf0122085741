/** What other domains and the interpreters may use of channels. */
export { claimIcon } from "./actions/edit-group.ts";
export { leaveGroup, removeFromGroup } from "./actions/leave-group.ts";
export {
  assertChannelPermission,
  type ChannelAccess,
  canMemberViewChannel,
  channelTarget,
  findAnyChannel,
  holdsChannelPermission,
  loadChannelAccess,
  loadStableAccess,
  requireChannel,
  stableChannelTarget,
} from "./actions/require-channel.ts";
export {
  ChannelAcknowledged,
  ChannelDeleted,
  ChannelOpened,
  ChannelUpdated,
  GroupJoined,
  GroupLeft,
  TypingStarted,
  TypingStopped,
} from "./events.ts";
export { ChannelActivityHappened, ChannelsDeleted, RecipientRemoved } from "./hooks.ts";
export {
  Channel,
  ChannelVoiceState,
  Group,
  TextChannel,
  UserVoiceState,
} from "./model.ts";
export { conversationsReady } from "./ready.ts";
export type { SharedChannels } from "./rules/shared-server.ts";
export { onlyViewable, overridesOf, textChannelView } from "./rules/text-channel.ts";
export { conversationViews, directView } from "./rules/views.ts";
export { serversReady } from "./servers-ready.ts";
export { deleteChannelRow, findChannel, insertChannel } from "./store/channels.ts";
export { listConversations, listRecipients } from "./store/conversations.ts";
export { findGroup, lockConversation, readGroup } from "./store/groups.ts";
export { listServersWithMembership } from "./store/servers-of-user.ts";
export { SharedServers, sharedServers } from "./store/shared-servers.ts";
export {
  deleteExpiredSlowmodes,
  findSlowmodeEnd,
  listSlowmodes,
  setSlowmode,
} from "./store/slowmodes.ts";
export {
  findTextChannel,
  listChannelIds,
  listChannelIdsIn,
  listServerChannels,
  listServerChannelsAtOnce,
  putOverride,
  readTextChannel,
} from "./store/text-channels.ts";
export { SystemMessage } from "./system-model.ts";
export type { ChannelsTables, NewChannel, OverrideRow, SlowmodeRow, StableChannelRow } from "./tables.ts";
