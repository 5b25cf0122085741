import Type, { type Static } from "typebox";
import { File } from "../../declare/file.ts";
import { Id, input, model, named, partial, Timestamp, tagged } from "../../declare/schema.ts";
import { Channel, Override, PermissionBits } from "../channels/index.ts";

const unlessFalse = Type.Optional(Type.Boolean({ description: "Absent unless true." }));
const unlessTrue = Type.Optional(Type.Boolean({ description: "Absent unless false." }));

export const Category = model("Category", "A heading in the list of channels.", {
  id: Type.String({ description: "Chosen by the client." }),
  title: Type.String(),
  channels: Type.Array(Id),
});
export type Category = Static<typeof Category>;

export const SystemMessageChannels = model(
  "SystemMessageChannels",
  "In which channel the server itself tells of comings and goings.",
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
});
export type Role = Static<typeof Role>;

/** A role that was just created comes whole, with its id under this name. */
export const PartialRole = partial("PartialRole", "What changed of a role.", {
  ...Type.Omit(Role, ["_id"]).properties,
  id: Id,
});

export type PartialRole = Static<typeof PartialRole>;

export const RoleField = named("FieldsRole", Type.Enum(["Colour", "Icon"]));
export type RoleField = Static<typeof RoleField>;

export const Server = model("Server", "A server.", {
  _id: Id,
  owner: Id,
  name: Type.String(),
  description: Type.Optional(Type.String()),
  channels: Type.Array(Id, { description: "All of them, also those out of the reader's view." }),
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
  "What changed of a server.",
  Type.Omit(Server, ["_id", "approximate_member_count"]).properties,
);

export const CreatedServer = model("CreateServerLegacyResponse", "A server, and its channels.", {
  server: Server,
  channels: Type.Array(Channel),
});

/** With the channels themselves, where they were asked for. */
export const FetchedServer = named(
  "FetchServerResponse",
  Type.Union([
    Server,
    Type.Object(
      { ...Type.Omit(Server, ["channels"]).properties, channels: Type.Array(Channel) },
      { additionalProperties: false },
    ),
  ]),
);

const Name = Type.String({ minLength: 1, maxLength: 32 });
const Description = Type.String({ maxLength: 1024 });

export const ServerDraft = input("DataCreateServer", "What the server is to be.", {
  name: Name,
  description: Type.Optional(Description),
  nsfw: Type.Optional(Type.Boolean()),
});
export type ServerDraft = Static<typeof ServerDraft>;

export type PartialServer = Static<typeof PartialServer>;

export const ServerField = named(
  "FieldsServer",
  Type.Enum(["Description", "Categories", "SystemMessages", "Icon", "Banner"]),
);
export type ServerField = Static<typeof ServerField>;

export const MemberKey = model("MemberCompositeKey", "Who, and where.", { server: Id, user: Id });

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

export const PartialMember = partial(
  "PartialMember",
  "What changed of a member.",
  Type.Omit(Member, ["_id"]).properties,
);

export type PartialMember = Static<typeof PartialMember>;

export const MemberField = named(
  "FieldsMember",
  Type.Enum([
    "Nickname",
    "Pronouns",
    "Avatar",
    "Roles",
    "Timeout",
    "CanReceive",
    "CanPublish",
    "JoinedAt",
    "VoiceChannel",
  ]),
);
export type MemberField = Static<typeof MemberField>;

export const RemovalIntention = named("RemovalIntention", Type.Enum(["Leave", "Kick", "Ban"]));
export type RemovalIntention = Static<typeof RemovalIntention>;

export const Emoji = model("Emoji", "A custom emoji.", {
  _id: Id,
  parent: named("EmojiParent", Type.Union([tagged("Server", { id: Id }), tagged("Detached", {})])),
  creator_id: Id,
  name: Type.String(),
  animated: unlessFalse,
  nsfw: unlessFalse,
});
export type Emoji = Static<typeof Emoji>;
