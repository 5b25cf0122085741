/** What other domains and the interpreters may use of unreads. */
export { findUnreadMentions } from "./actions/find-unread-mentions.ts";
export { ChannelsRead } from "./hooks.ts";
