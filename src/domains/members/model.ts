import Type, { type Static } from "typebox";
import { File } from "../../protocol/file.ts";
import { Override, PermissionBits } from "../../protocol/permission-bits.ts";
import { Id, maxIds, model, named, partial, Timestamp, tagged } from "../../protocol/schema.ts";

const unlessFalse = Type.Optional(Type.Boolean({ description: "Absent unless true." }));
const unlessTrue = Type.Optional(Type.Boolean({ description: "Absent unless false." }));

export const Category = model("Category", "A heading in the list of channels.", {
  id: Type.String({ minLength: 1, maxLength: 32, description: "Chosen by the client." }),
  title: Type.String({ minLength: 1, maxLength: 32 }),
  channels: Type.Array(Id, { maxItems: maxIds }),
});
export type Category = Static<typeof Category>;

export const SystemMessageChannels = model(
  "SystemMessageChannels",
  "The channels in which system messages about members are posted.",
  {
    user_joined: Type.Optional(Id),
    user_left: Type.Optional(Id),
    user_kicked: Type.Optional(Id),
    user_banned: Type.Optional(Id),
  },
);
export type SystemMessageChannels = Static<typeof SystemMessageChannels>;

export const Role = model("Role", "A role in a server.", {
  _id: Id,
  name: Type.String(),
  permissions: Override,
  colour: Type.Optional(Type.String({ description: "Anything that CSS takes for a colour or gradient." })),
  hoist: unlessFalse,
  rank: Type.Integer({ description: "0 is the highest." }),
  icon: Type.Optional(File),
  owner: Type.Optional(
    Type.String({
      description: "The bot that the role belongs to. Such a role cannot be given, taken away or deleted.",
    }),
  ),
});
export type Role = Static<typeof Role>;

export const Server = model("Server", "A server.", {
  _id: Id,
  owner: Id,
  name: Type.String(),
  description: Type.Optional(Type.String()),
  channels: Type.Array(Id, { description: "All channels, also those that the reader cannot view." }),
  categories: Type.Optional(Type.Array(Category)),
  system_messages: Type.Optional(SystemMessageChannels),
  roles: Type.Optional(Type.Record(Type.String(), Role, { description: "By id; absent if there are none." })),
  default_permissions: PermissionBits,
  icon: Type.Optional(File),
  banner: Type.Optional(File),
  flags: Type.Optional(Type.Integer({ description: "Bit field; absent if 0. 1 official, 2 verified." })),
  nsfw: unlessFalse,
  analytics: unlessFalse,
  discoverable: unlessFalse,
  approximate_member_count: Type.Integer(),
});
export type Server = Static<typeof Server>;

export const PartialServer = partial(
  "PartialServer",
  "The changed fields of a server.",
  Type.Omit(Server, ["_id", "approximate_member_count"]).properties,
);

export type PartialServer = Static<typeof PartialServer>;

export const ServerField = named(
  "FieldsServer",
  Type.Enum(["Description", "Categories", "SystemMessages", "Icon", "Banner"]),
);
export type ServerField = Static<typeof ServerField>;

export const MemberKey = model("MemberCompositeKey", "A user in a server.", { server: Id, user: Id });

export const Member = model("Member", "A user as a member of a server.", {
  _id: MemberKey,
  joined_at: Timestamp,
  nickname: Type.Optional(Type.String()),
  pronouns: Type.Optional(Type.String()),
  avatar: Type.Optional(File),
  roles: Type.Optional(Type.Array(Id, { description: "Absent if there are none." })),
  timeout: Type.Optional(Timestamp),
  can_publish: unlessTrue,
  can_receive: unlessTrue,
});
export type Member = Static<typeof Member>;

export const Emoji = model("Emoji", "A custom emoji.", {
  _id: Id,
  parent: named("EmojiParent", Type.Union([tagged("Server", { id: Id }), tagged("Detached", {})])),
  creator_id: Id,
  name: Type.String(),
  animated: unlessFalse,
  nsfw: unlessFalse,
});
export type Emoji = Static<typeof Emoji>;
