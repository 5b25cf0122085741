/** What other domains and the interpreters may use of conversations, and of the tables and events of channels. */
export { resolveConversationAccess } from "./actions/conversation-access.ts";
export { claimIcon, editGroup, setGroupPermissions } from "./actions/edit-group.ts";
export { assertRoomForGroup, joinGroup } from "./actions/join-group.ts";
export { leaveGroup, removeFromGroup } from "./actions/leave-group.ts";
export { viewRecipients } from "./actions/view-recipients.ts";
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
export { ChannelsDeleted, RecipientRemoved, SystemMessageRequested } from "./hooks.ts";
export {
  Channel,
  ChannelEdit,
  type ChannelField,
  ChannelVoiceState,
  DefaultPermissionsEdit,
  Group,
  type PartialChannel,
  RolePermissionsEdit,
  TextChannel,
  UserVoiceState,
  VoiceInformation,
} from "./model.ts";
export { conversationsReady } from "./ready.ts";
export { isEmptyEdit, type PlannedChannelEdit, planChannelEdit } from "./rules/channel-edit.ts";
export {
  onlyViewable,
  overridesOf,
  textChannelView,
  textChannelViews,
  withLastMessage,
} from "./rules/text-channel.ts";
export { conversationView, groupView } from "./rules/views.ts";
export {
  type ChannelWithOverrides,
  deleteChannel,
  findChannel,
  findChannelWithOverrides,
  findStableChannel,
  insertChannel,
  updateChannel,
} from "./store/channels.ts";
export { listConversations, listRecipients } from "./store/conversations.ts";
export { findGroup, lockConversation } from "./store/groups.ts";
export { SystemMessage } from "./system-model.ts";
export type { ChannelRow, ChannelsTables, OverrideRow, StableChannelRow } from "./tables.ts";
