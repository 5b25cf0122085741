import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { saveSettings } from "../actions/save-settings.ts";
import { SettingsUpdated } from "../events.ts";
import { NewSettings } from "../model.ts";

export const setSettingsRoute = route({
  id: "set_settings_set",
  method: "POST",
  path: "/sync/settings/set",
  summary: "Write some of one's settings; the others stay.",
  auth: "user",
  limit: { bucket: "any" },
  query: Type.Object({
    timestamp: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description: "When they were changed, in milliseconds since 1970; now, if absent or in the future.",
      }),
    ),
  }),
  body: NewSettings,
  reply: NoContent,
  errors: ["PayloadTooLarge"],
  emits: [SettingsUpdated],
  async handle({ body, query, caller, tx, services }) {
    const now = services.clock.now();
    const writtenAt = Math.min(query.timestamp ?? now, now);
    await saveSettings(tx, caller.userId, { values: body, writtenAt });
  },
});
