/** What other domains and the interpreters may use of unreads. */
export { findUnreadMentions } from "./actions/list-unreads.ts";
export { ChannelsRead } from "./hooks.ts";
