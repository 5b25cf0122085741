import type { Domain } from "../../declare/domain.ts";
import { on } from "../../store/hook-listener.ts";
import { AccountPurged } from "../accounts/index.ts";
import { UserDeleted } from "../users/index.ts";
import { SettingsUpdated } from "./events.ts";
import { acknowledgeChannelRoute } from "./routes/acknowledge-channel.ts";
import { fetchSettingsRoute } from "./routes/fetch-settings.ts";
import { fetchUnreadsRoute } from "./routes/fetch-unreads.ts";
import { setSettingsRoute } from "./routes/set-settings.ts";
import { deleteAllOf } from "./store/departures.ts";

export const sync: Domain = {
  name: "sync",
  routes: [fetchSettingsRoute, setSettingsRoute, fetchUnreadsRoute, acknowledgeChannelRoute],
  events: [SettingsUpdated],
  hooks: [AccountPurged, UserDeleted].map((gone) => on(gone, (tx, { userId }) => deleteAllOf(tx, userId))),
};
