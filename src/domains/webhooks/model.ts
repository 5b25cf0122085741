import Type, { type Static } from "typebox";
import { File } from "../../protocol/file.ts";
import { PermissionBits } from "../../protocol/permission-bits.ts";
import { Id, input, maxFields, model, named, partial } from "../../protocol/schema.ts";

export const Webhook = model("Webhook", "A webhook, through which programs send messages to a channel.", {
  id: Id,
  name: Type.String(),
  avatar: Type.Optional(File),
  creator_id: Id,
  channel_id: Id,
  permissions: PermissionBits,
  token: Type.Union([Type.String(), Type.Null()], {
    description: "Null for callers who may not see it.",
  }),
});
export type Webhook = Static<typeof Webhook>;

export const PartialWebhook = partial(
  "PartialWebhook",
  "What changed of a webhook.",
  Type.Omit(Webhook, ["id", "creator_id", "channel_id", "token"]).properties,
);
export type PartialWebhook = Static<typeof PartialWebhook>;

export const PublicWebhook = model(
  "ResponseWebhook",
  "A webhook, as users see it who can view its channel.",
  {
    id: Id,
    name: Type.String(),
    avatar: Type.Union([Type.String(), Type.Null()], { description: "The file's id." }),
    channel_id: Id,
    permissions: PermissionBits,
  },
);
export type PublicWebhook = Static<typeof PublicWebhook>;

export const WebhookField = named("FieldsWebhook", Type.Enum(["Avatar"]));
export type WebhookField = Static<typeof WebhookField>;

const Name = Type.String({ minLength: 1, maxLength: 32 });
const Avatar = Type.String({ minLength: 1, maxLength: 128, description: "Id of an uploaded file." });

export const WebhookDraft = input("CreateWebhookBody", "The name and avatar of the webhook.", {
  name: Name,
  avatar: Type.Optional(Avatar),
});
export type WebhookDraft = Static<typeof WebhookDraft>;

export const WebhookEdit = input("DataEditWebhook", "The fields to change; the others stay as they are.", {
  name: Type.Optional(Name),
  avatar: Type.Optional(Avatar),
  permissions: Type.Optional(PermissionBits),
  remove: Type.Optional(Type.Array(WebhookField, { maxItems: maxFields })),
});
export type WebhookEdit = Static<typeof WebhookEdit>;
