import type { Domain } from "../../declare/domain.ts";
import { on } from "../../declare/hook.ts";
import { AccountPurged } from "../accounts/index.ts";
import { UserGone } from "../users/index.ts";
import { SettingsUpdated } from "./events.ts";
import { acknowledgeChannel } from "./routes/acknowledge-channel.ts";
import { fetchSettings } from "./routes/fetch-settings.ts";
import { fetchUnreads } from "./routes/fetch-unreads.ts";
import { setSettings } from "./routes/set-settings.ts";
import { deleteAllOf } from "./store/departures.ts";

export const sync: Domain = {
  name: "sync",
  routes: [fetchSettings, setSettings, fetchUnreads, acknowledgeChannel],
  events: [SettingsUpdated],
  hooks: [AccountPurged, UserGone].map((gone) => on(gone, (tx, { userId }) => deleteAllOf(tx, userId))),
};
