import type { Domain } from "../../declare/domain.ts";
import { on } from "../../store/hook-listener.ts";
import { AccountPurged } from "../accounts/index.ts";
import { UserDeleted } from "../users/index.ts";
import { SettingsUpdated } from "./events.ts";
import { fetchSettingsRoute } from "./routes/fetch-settings.ts";
import { setSettingsRoute } from "./routes/set-settings.ts";
import { deleteSettingsOf } from "./store/settings.ts";

export const sync: Domain = {
  name: "sync",
  routes: [fetchSettingsRoute, setSettingsRoute],
  events: [SettingsUpdated],
  hooks: [AccountPurged, UserDeleted].map((hook) =>
    on(hook, (tx, { userId }) => deleteSettingsOf(tx, userId)),
  ),
};
