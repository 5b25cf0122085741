/** What other domains and the interpreters may use of sync. */
export { listSettings } from "./store/settings.ts";
export type { SyncTables } from "./tables.ts";
