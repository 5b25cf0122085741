import Type, { type Static } from "typebox";
import { Id, model, named, tagged } from "../../protocol/schema.ts";

/** The values of some fields; which object they are of says the action. */
const Fields = Type.Record(Type.String(), Type.Unknown());
const change = { before: Fields, after: Fields };
const override = Type.Object({ allow: Type.Integer(), deny: Type.Integer() });

/** What was done. `before` holds the fields that were set or cleared as they were, `after` those that were set. */
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

export const AuditEntry = model("AuditLogEntry", "Who did what in a server.", {
  _id: Id,
  server: Id,
  reason: Type.Union([Type.String(), Type.Null()]),
  user: Type.String({ description: "Who did it." }),
  target: Type.Union([Type.String(), Type.Null()], { description: "To whom, if to somebody." }),
  action: AuditAction,
});
export type AuditEntry = Static<typeof AuditEntry>;

/** To be declared as the `headers` of routes that are written into the log. */
