import type { Domain } from "../../declare/domain.ts";
import { readyPart } from "../../declare/ready.ts";
import { personalTable } from "../operators/index.ts";
import { onUserEnd } from "../users/index.ts";
import * as events from "./events.ts";
import { UserSettings } from "./model.ts";
import { fetchSettingsRoute } from "./routes/fetch-settings.ts";
import { setSettingsRoute } from "./routes/set-settings.ts";
import { deleteSettingsOf, listSettings } from "./store/settings.ts";
import type { SyncTables } from "./tables.ts";

const settingsReady = readyPart({
  step: "settings",
  fields: { user_settings: UserSettings },
  load: (db, { userId, selection }) =>
    selection.fields.has("user_settings") ? listSettings(db, userId, selection.settings) : {},
  render: (user_settings) => ({ user_settings }),
});

/** Settings that clients store on the server. */
export const sync: Domain = {
  name: "sync",
  routes: [fetchSettingsRoute, setSettingsRoute],
  events: Object.values(events),
  ready: [settingsReady],
  hooks: onUserEnd(deleteSettingsOf),
  providers: [personalTable<SyncTables>("settings.json", { user_settings: "user_id" })],
};
