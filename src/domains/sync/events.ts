import Type from "typebox";
import { event } from "../../declare/event.ts";
import { Id } from "../../protocol/schema.ts";
import { topic } from "../../visibility/announcement.ts";
import { UserSettings } from "./model.ts";

export const SettingsUpdated = event({
  name: "UserSettingsUpdate",
  doc: "Some of one's settings were written, perhaps from another device.",
  payload: Type.Object({ id: Id, update: UserSettings }),
  audience: ({ id }) => [topic.private(id)],
});
