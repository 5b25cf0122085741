import type { Domain } from "../../declare/domain.ts";
import { on } from "../../declare/hook-listener.ts";
import { provide } from "../../declare/query-provider.ts";
import { readyPart } from "../../declare/ready.ts";
import { AccountPurged } from "../accounts/index.ts";
import { PersonalDataOf, personalRows } from "../operators/index.ts";
import { UserDeleted } from "../users/index.ts";
import { SettingsUpdated } from "./events.ts";
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
  events: [SettingsUpdated],
  ready: [settingsReady],
  hooks: [AccountPurged, UserDeleted].map((hook) =>
    on(hook, (tx, { userId }) => deleteSettingsOf(tx, userId)),
  ),
  providers: [
    provide(
      PersonalDataOf,
      personalRows("settings.json", (db, userId) =>
        db.sql<SyncTables>().selectFrom("user_settings").selectAll().where("user_id", "=", userId).execute(),
      ),
    ),
  ],
};
