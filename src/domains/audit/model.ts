import Type, { type Static } from "typebox";
import { Id, model, named, tagged } from "../../protocol/schema.ts";

/** Represents the operator, who is not a user. */
export const operatorId = "0".repeat(26);

/** Values of fields of the object that the action names. */
const Fields = Type.Record(Type.String(), Type.Unknown());
const change = { before: Fields, after: Fields };
const override = Type.Object({ allow: Type.Integer(), deny: Type.Integer() });

/** `before` holds the old values of the fields that were set or cleared, `after` the new values of those that were set. */
export const AuditAction = named(
  "AuditLogEntryAction",
  Type.Union([
    tagged("MessageDelete", { author: Id, channel: Id }),
    tagged("MessageBulkDelete", { channel: Id, count: Type.Integer() }),
    tagged("MessagePin", { message: Id, author: Id, channel: Id }),
    tagged("MessageUnpin", { message: Id, author: Id, channel: Id }),
    tagged("BanCreate", { user: Id }),
    tagged("BanDelete", { user: Id }),
    tagged("ChannelCreate", { channel: Id, name: Type.String() }),
    tagged("ChannelEdit", { channel: Id, ...change }),
    tagged("ChannelRolePermissionsEdit", { channel: Id, role: Id, permissions: override }),
    tagged("ChannelDelete", { channel: Id, name: Type.String() }),
    tagged("MemberEdit", { user: Id, ...change }),
    tagged("MemberKick", { user: Id }),
    tagged("ServerEdit", change),
    tagged("RoleCreate", { role: Id, name: Type.String() }),
    tagged("RoleDelete", { role: Id, name: Type.String() }),
    tagged("RoleEdit", { role: Id, ...change }),
    tagged("RolesReorder", { before: Type.Array(Id), after: Type.Array(Id) }),
    tagged("InviteCreate", { invite: Type.String(), channel: Id }),
    tagged("InviteDelete", { invite: Type.String(), channel: Id }),
    tagged("WebhookCreate", { webhook: Id, name: Type.String(), channel: Id }),
    tagged("WebhookDelete", { webhook: Id, name: Type.String(), channel: Id }),
    tagged("EmojiCreate", { emoji: Id, name: Type.String() }),
    tagged("EmojiUpdate", { emoji: Id, ...change }),
    tagged("EmojiDelete", { emoji: Id, name: Type.String() }),
  ]),
);
export type AuditAction = Static<typeof AuditAction>;

export const AuditActionType = named(
  "AuditLogEntryActionType",
  Type.Enum(AuditAction.anyOf.map(({ properties }) => properties.type.const)),
);

export const AuditEntry = model("AuditLogEntry", "An action that a user took in a server.", {
  _id: Id,
  server: Id,
  reason: Type.Union([Type.String(), Type.Null()]),
  user: Type.String({ description: "The user who acted." }),
  target: Type.Union([Type.String(), Type.Null()], {
    description: "The user whom the action affects, if there is one.",
  }),
  action: AuditAction,
});
export type AuditEntry = Static<typeof AuditEntry>;
