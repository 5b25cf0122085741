/** What other domains and the interpreters may use of channels. */
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
export {
  Channel,
  ChannelField,
  ChannelVoiceState,
  Override,
  PartialChannel,
  PermissionBits,
  UserVoiceState,
} from "./model.ts";
export { conversationOf } from "./rules/conversation.ts";
export { listConversations } from "./store/conversations.ts";
export type { ChannelsTables } from "./tables.ts";
