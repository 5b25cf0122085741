/** What other domains and the interpreters may use of channels. */
export { findAnyChannel } from "./actions/find-any-channel.ts";
export { joinGroup } from "./actions/join-group.ts";
export {
  assertChannelPermission,
  type ChannelAccess,
  requireChannel,
  requireSendAccess,
} from "./actions/require-channel.ts";
export { viewRecipients } from "./actions/view-recipients.ts";
export {
  ChannelAcknowledged,
  ChannelDeleted,
  ChannelOpened,
  ChannelUpdated,
  GroupJoined,
  TypingStarted,
  TypingStopped,
} from "./events.ts";
export {
  ChannelsDeleted,
  RecipientRemoved,
  ServerTouched,
  SlowmodeChanged,
  SystemMessageRequested,
} from "./hooks.ts";
export {
  Channel,
  ChannelVoiceState,
  Group,
  Override,
  OverrideInput,
  PermissionBits,
  TextChannel,
  UserVoiceState,
  VoiceInformation,
} from "./model.ts";
export { RoleInServer, StandingInServer } from "./queries.ts";
export { conversationOf } from "./rules/conversation.ts";
export { overridesOf, textChannelViews } from "./rules/text-channel.ts";
export { listConversations } from "./store/conversations.ts";
export { findGroup, lockGroup } from "./store/groups.ts";
export {
  findTextChannel,
  insertChannel,
  listServerChannels,
  readTextChannel,
} from "./store/text-channels.ts";
export { SystemMessage } from "./system-model.ts";
export type { ChannelsTables } from "./tables.ts";
