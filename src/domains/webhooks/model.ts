import Type, { type Static } from "typebox";
import { File } from "../../declare/file.ts";
import { Id, model, named, partial } from "../../declare/schema.ts";
import { PermissionBits } from "../channels/index.ts";

export const Webhook = model("Webhook", "A door through which programs speak in a channel.", {
  id: Id,
  name: Type.String(),
  avatar: Type.Optional(File),
  creator_id: Id,
  channel_id: Id,
  permissions: PermissionBits,
  token: Type.Union([Type.String(), Type.Null()], {
    description: "The key to the door, for those who may have it.",
  }),
});
export type Webhook = Static<typeof Webhook>;

export const PartialWebhook = partial(
  "PartialWebhook",
  "What changed of a webhook.",
  Type.Omit(Webhook, ["id", "creator_id", "channel_id", "token"]).properties,
);

export const WebhookField = named("FieldsWebhook", Type.Enum(["Avatar"]));
