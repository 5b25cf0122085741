import Type, { type Static } from "typebox";
import { File } from "../../protocol/file.ts";
import { Id, input, maxFields, model, named } from "../../protocol/schema.ts";

export const RelationshipStatus = named(
  "RelationshipStatus",
  Type.Enum(["None", "User", "Friend", "Outgoing", "Incoming", "Blocked", "BlockedOther"]),
);
export type RelationshipStatus = Static<typeof RelationshipStatus>;

const PresenceStatus = named("Presence", Type.Enum(["Online", "Idle", "Focus", "Busy", "Invisible"]));

export const UserStatus = model("UserStatus", "The status of a user.", {
  text: Type.Optional(Type.String({ maxLength: 128 })),
  presence: Type.Optional(PresenceStatus),
});
export type UserStatus = Static<typeof UserStatus>;

const Relationship = model("Relationship", "The relation of a user to another one.", {
  _id: Id,
  status: RelationshipStatus,
});

export const User = model("User", "A user, as the caller may see them.", {
  _id: Id,
  username: Type.String(),
  discriminator: Type.String({ description: "Four digits that tell users of one name apart." }),
  display_name: Type.Optional(Type.String()),
  pronouns: Type.Optional(Type.String()),
  avatar: Type.Optional(File),
  relations: Type.Optional(
    Type.Array(Relationship, { description: "Only of the caller; absent if there are none." }),
  ),
  badges: Type.Optional(Type.Integer({ description: "Bit field; absent if 0." })),
  status: Type.Optional(UserStatus),
  flags: Type.Optional(
    Type.Integer({ description: "Bit field; absent if 0. 1 suspended, 2 deleted, 4 banned, 8 spam." }),
  ),
  privileged: Type.Optional(Type.Boolean({ description: "Absent unless true." })),
  bot: Type.Optional(model("BotInformation", "Of bots.", { owner: Id })),
  relationship: RelationshipStatus,
  online: Type.Boolean(),
});
export type User = Static<typeof User>;

export const PartialUser = Type.Partial(Type.Omit(User, ["_id", "relationship"]));
export type PartialUser = Static<typeof PartialUser>;

export const UserField = named(
  "FieldsUser",
  Type.Enum([
    "Avatar",
    "StatusText",
    "StatusPresence",
    "ProfileContent",
    "ProfileBackground",
    "DisplayName",
    "Pronouns",
    "Internal",
  ]),
);
export type UserField = Static<typeof UserField>;

export const UserProfile = model("UserProfile", "The profile of a user.", {
  content: Type.Optional(Type.String()),
  background: Type.Optional(File),
});
export type UserProfile = Static<typeof UserProfile>;

const FileId = Type.String({ minLength: 1, maxLength: 128, description: "Id of an uploaded file." });
const Bits = Type.Integer({
  minimum: 0,
  maximum: 2 ** 31 - 1,
  description: "Refused here: operators set it under `/admin`.",
});

export const UserEdit = input("DataEditUser", "The fields to change; the others stay as they are.", {
  display_name: Type.Optional(Type.String({ minLength: 2, maxLength: 32, pattern: "^[^\\u200B\\n\\r]+$" })),
  pronouns: Type.Optional(Type.String({ minLength: 1, maxLength: 24 })),
  avatar: Type.Optional(FileId),
  status: Type.Optional(UserStatus),
  profile: Type.Optional(
    input("DataUserProfile", "The fields of the profile to change.", {
      content: Type.Optional(Type.String({ maxLength: 2000 })),
      background: Type.Optional(FileId),
    }),
  ),
  badges: Type.Optional(Bits),
  flags: Type.Optional(Bits),
  remove: Type.Optional(
    Type.Array(UserField, {
      maxItems: maxFields,
      default: [],
      description: "Fields to empty, before others are set.",
    }),
  ),
});
export type UserEdit = Static<typeof UserEdit>;

export const userFlags = { suspended: 1, deleted: 2, banned: 4, spam: 8 } as const;

/** The lengths count characters. Digits may be of any script. */
export const usernameForm = { minLength: 2, maxLength: 32, pattern: "^(\\p{L}|[\\p{Nd}_.\\-])+$" };
export const Username = Type.String(usernameForm);
