import Type, { type Static } from "typebox";
import { File } from "../../protocol/file.ts";
import { Id, input, model, named, partial } from "../../protocol/schema.ts";
import { PermissionBits } from "../conversations/index.ts";

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
export type PartialWebhook = Static<typeof PartialWebhook>;

export const PublicWebhook = model("ResponseWebhook", "What all may know of a webhook who see its channel.", {
  id: Id,
  name: Type.String(),
  avatar: Type.Union([Type.String(), Type.Null()], { description: "The file's id." }),
  channel_id: Id,
  permissions: PermissionBits,
});
export type PublicWebhook = Static<typeof PublicWebhook>;

export const WebhookField = named("FieldsWebhook", Type.Enum(["Avatar"]));
export type WebhookField = Static<typeof WebhookField>;

const Name = Type.String({ minLength: 1, maxLength: 32 });
const Avatar = Type.String({ minLength: 1, maxLength: 128, description: "Id of an uploaded file." });

export const WebhookDraft = input("CreateWebhookBody", "What the webhook is to be.", {
  name: Name,
  avatar: Type.Optional(Avatar),
});
export type WebhookDraft = Static<typeof WebhookDraft>;

export const WebhookEdit = input("DataEditWebhook", "What is to change; the rest stays as it is.", {
  name: Type.Optional(Name),
  avatar: Type.Optional(Avatar),
  permissions: Type.Optional(PermissionBits),
  remove: Type.Optional(Type.Array(WebhookField)),
});
export type WebhookEdit = Static<typeof WebhookEdit>;
