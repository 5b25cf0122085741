/** What other domains and the interpreters may use of sync. */
export { UserSettings } from "./model.ts";
export { listSettings } from "./store/settings.ts";
