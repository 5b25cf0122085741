/** What other domains and the interpreters may use of sync. */
export { acknowledgeChannels } from "./actions/acknowledge-channels.ts";
export { listUnreads } from "./actions/list-unreads.ts";
export { ChannelsRead } from "./hooks.ts";
export { ChannelUnread, UserSettings } from "./model.ts";
export { type Mentioned, UnreadMentions } from "./queries.ts";
export { listSettings } from "./store/settings.ts";
export { deleteSomeUnreads } from "./store/unreads.ts";
export type { SyncTables } from "./tables.ts";
