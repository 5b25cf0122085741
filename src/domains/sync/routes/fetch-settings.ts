import { route } from "../../../declare/route.ts";
import { FetchSettingsBody, UserSettings } from "../model.ts";
import { listSettings } from "../store/settings.ts";

export const fetchSettingsRoute = route({
  id: "get_settings_fetch",
  method: "POST",
  path: "/sync/settings/fetch",
  summary: "Fetch some of one's settings, or all.",
  auth: "user",
  limit: { bucket: "any" },
  body: FetchSettingsBody,
  reply: UserSettings,
  errors: [],
  // A read, though a POST: it need not wait for writers.
  handleInSteps: ({ body: { keys }, caller, read }) =>
    read((db) => listSettings(db, caller.userId, keys.length > 0 ? keys : "all")),
});
