/** What other domains and the interpreters may use of channels. */
export { findAnyChannel } from "./actions/find-any-channel.ts";
export { joinGroup } from "./actions/join-group.ts";
export { assertAllowed, lookAtChannel, lookToSpeak, type Sighting } from "./actions/look-at-channel.ts";
export { seeRecipients } from "./actions/see-recipients.ts";
export {
  ChannelAcknowledged,
  ChannelDeleted,
  ChannelOpened,
  ChannelUpdated,
  GroupJoined,
  TypingStarted,
  TypingStopped,
} from "./events.ts";
export { ChannelNews, ChannelsGone, RecipientGone, ServerTouched, SlowmodeChanged } from "./hooks.ts";
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
export { RoleInServer, StandingInServer } from "./questions.ts";
export { conversationOf } from "./rules/conversation.ts";
export { overridesOf, textChannelViews } from "./rules/text-channel.ts";
export { listConversations } from "./store/conversations.ts";
export { findGroup, holdGroup } from "./store/groups.ts";
export {
  findTextChannel,
  insertChannel,
  listServerChannels,
  readTextChannel,
} from "./store/text-channels.ts";
export { SystemMessage } from "./system-model.ts";
export type { ChannelsTables } from "./tables.ts";
