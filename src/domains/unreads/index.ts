/** What other domains and the interpreters may use of unreads. */
export { findUnreadMentions } from "./actions/find-unread-mentions.ts";
export { listUnreads } from "./actions/list-unreads.ts";
export { ChannelsRead } from "./hooks.ts";
export { ChannelUnread } from "./model.ts";
