/** What other domains and the interpreters may use of sync. */
export { ChannelUnread, UserSettings } from "./model.ts";
export { listSettings } from "./store/settings.ts";
export { acknowledgeChannels, deleteSomeUnreads, listUnreads, type ReadUpTo } from "./store/unreads.ts";
export type { SyncTables } from "./tables.ts";
