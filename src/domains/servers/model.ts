import Type, { type Static, type TArrayOptions } from "typebox";
import { File } from "../../protocol/file.ts";
import { OverrideInput } from "../../protocol/permission-bits.ts";
import {
  boundedBy,
  Id,
  input,
  maxFields,
  maxIds,
  maxListed,
  model,
  named,
  partial,
  SafeInteger,
} from "../../protocol/schema.ts";
import { Channel } from "../channels/index.ts";
import {
  Category,
  Member,
  MemberKey,
  Role,
  Server,
  ServerField,
  SystemMessageChannels,
} from "../members/index.ts";
import { User } from "../users/index.ts";

/** For a new role it holds all fields, with the id as `id` instead of `_id`. */
export const PartialRole = partial("PartialRole", "The changed fields of a role.", {
  ...Type.Omit(Role, ["_id"]).properties,
  id: Id,
});

export type PartialRole = Static<typeof PartialRole>;

export const RoleField = named("FieldsRole", Type.Enum(["Colour", "Icon"]));
export type RoleField = Static<typeof RoleField>;

export const PartialMember = partial(
  "PartialMember",
  "The changed fields of a member.",
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

export const CreatedServer = model("CreateServerLegacyResponse", "A server, and its channels.", {
  server: Server,
  channels: Type.Array(Channel, boundedBy("limits.global.server_channels")),
});

/** With whole channels, if the request asked for them. */
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
export type FetchedServer = Static<typeof FetchedServer>;

const Name = Type.String({ minLength: 1, maxLength: 32 });
const Description = Type.String({ maxLength: 1024 });

const maxDrafts = 20;
const ChannelDraft = Type.Object({
  name: Name,
  type: Type.Optional(Type.Enum(["Text", "Voice"], { default: "Text" })),
  default_permissions: Type.Optional(OverrideInput),
});
export type ChannelDraft = Static<typeof ChannelDraft>;
const CategoryDraft = Type.Object({
  title: Name,
  channels: Type.Array(ChannelDraft, { maxItems: maxDrafts }),
});
const NamedRole = Type.Object({ name: Name, permissions: OverrideInput });

export const ServerDraft = input("DataCreateServer", "The new server.", {
  name: Name,
  description: Type.Optional(Description),
  nsfw: Type.Optional(Type.Boolean()),
  categories: Type.Optional(
    Type.Array(CategoryDraft, {
      maxItems: maxDrafts,
      description: "Channels to create in addition to the one that every new server has.",
    }),
  ),
  roles: Type.Optional(
    Type.Array(NamedRole, { maxItems: maxDrafts, description: "Roles to create, highest first." }),
  ),
});
export type ServerDraft = Static<typeof ServerDraft>;

export const ServerEdit = input("DataEditServer", "The fields to change.", {
  name: Type.Optional(Name),
  description: Type.Optional(Description),
  icon: Type.Optional(Type.With(Id, { description: "The id of an uploaded file." })),
  banner: Type.Optional(Type.With(Id, { description: "The id of an uploaded file." })),
  categories: Type.Optional(Type.Array(Category, { maxItems: 200, description: "Replaces all categories." })),
  system_messages: Type.Optional(SystemMessageChannels),
  flags: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 2 ** 31 - 1,
      description: "Refused here: operators set it under `/admin`.",
    }),
  ),
  discoverable: Type.Optional(
    Type.Boolean({ description: "Refused here: operators set it under `/admin`." }),
  ),
  analytics: Type.Optional(Type.Boolean()),
  owner: Type.Optional(
    Type.With(Id, { description: "The member who becomes the owner. Needs a validated MFA ticket." }),
  ),
  remove: Type.Optional(
    Type.Array(ServerField, {
      maxItems: maxFields,
      default: [],
      description: "Fields to empty, before others are set.",
    }),
  ),
});
export type ServerEdit = Static<typeof ServerEdit>;

const memberList = (bound: TArrayOptions) => ({
  members: Type.Array(Member, bound),
  users: Type.Array(User, { ...bound, description: "The same people, in the same order." }),
});

/** The most members that a search by name finds. */
export const maxMatches = 10;

export const AllMembers = model("AllMemberResponse", "Members of a server.", memberList(boundedBy("limit")));
export const MatchingMembers = model(
  "MemberQueryResponse",
  "Members whose name contains the text.",
  memberList({ maxItems: maxMatches }),
);

/** With the member's roles, if the request asked for them. */
export const FetchedMember = named(
  "MemberResponse",
  Type.Union([
    Member,
    Type.Object(
      {
        member: Member,
        roles: Type.Record(Type.String(), Role, {
          ...boundedBy("limits.global.server_roles"),
          description: "By id.",
        }),
      },
      { additionalProperties: false },
    ),
  ]),
);
export type FetchedMember = Static<typeof FetchedMember>;

export const MemberEdit = input("DataMemberEdit", "The fields to change; all others stay as they are.", {
  nickname: Type.Optional(Type.String({ minLength: 1, maxLength: 32 })),
  pronouns: Type.Optional(Type.String({ minLength: 1, maxLength: 24 })),
  avatar: Type.Optional(
    Type.String({ minLength: 1, maxLength: 128, description: "Id of an uploaded file." }),
  ),
  roles: Type.Optional(
    Type.Array(Id, { maxItems: maxIds, description: "Replaces all roles of the member." }),
  ),
  timeout: Type.Optional(
    Type.Union([Type.String({ format: "date-time", maxLength: 64 }), SafeInteger], {
      description: "The end of the timeout; ISO 8601, or milliseconds since 1970.",
    }),
  ),
  can_publish: Type.Optional(Type.Boolean({ description: "Whether the member may be heard in calls." })),
  can_receive: Type.Optional(Type.Boolean({ description: "Whether the member may hear others in calls." })),
  voice_channel: Type.Optional(Id),
  remove: Type.Optional(
    Type.Array(MemberField, {
      maxItems: maxFields,
      default: [],
      description: "Fields to empty, before others are set.",
    }),
  ),
});
export type MemberEdit = Static<typeof MemberEdit>;

export const ServerBan = model("ServerBan", "A user who cannot join the server.", {
  _id: MemberKey,
  reason: Type.Union([Type.String(), Type.Null()]),
});
export type ServerBan = Static<typeof ServerBan>;

const BannedUser = model("BannedUser", "A banned user, in short.", {
  _id: Id,
  username: Type.String(),
  discriminator: Type.String(),
  avatar: Type.Union([File, Type.Null()]),
});

export const BanList = model(
  "BanListResult",
  "Bans, and those of the banned users who exist; the two lists are in no common order.",
  {
    users: Type.Array(BannedUser, { maxItems: maxListed }),
    bans: Type.Array(ServerBan, { maxItems: maxListed }),
  },
);
export type BanList = Static<typeof BanList>;

export const RemovalIntention = named("RemovalIntention", Type.Enum(["Leave", "Kick", "Ban"]));
export type RemovalIntention = Static<typeof RemovalIntention>;
