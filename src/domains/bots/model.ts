import Type, { type Static } from "typebox";
import { PermissionBits } from "../../protocol/permission-bits.ts";
import { boundedBy, Id, input, maxFields, model, named } from "../../protocol/schema.ts";
import { User, Username } from "../users/index.ts";

const default_permissions = Type.Optional(
  Type.With(PermissionBits, {
    description: "What the bot asks for when it is added to a server, with `permissions` on the invite.",
  }),
);

const fields = {
  _id: Type.String({ description: "Also the id of its user." }),
  owner: Id,
  token: Type.String({
    description:
      "The token that the bot calls and connects with. Empty if the server cannot show it any more: it still works, and can be replaced.",
  }),
  public: Type.Boolean({ description: "Whether every user may invite it." }),
  analytics: Type.Optional(Type.Boolean({ description: "Absent unless true." })),
  discoverable: Type.Optional(Type.Boolean({ description: "Absent unless true." })),
  interactions_url: Type.Optional(Type.String()),
  terms_of_service_url: Type.Optional(Type.String()),
  privacy_policy_url: Type.Optional(Type.String()),
  flags: Type.Optional(Type.Integer({ description: "Bit field; absent if 0. 1 verified, 2 official." })),
  default_permissions,
};

export const Bot = model("Bot", "A bot, as its owner sees it.", fields);
export type Bot = Static<typeof Bot>;

export const BotWithUser = model("BotWithUserResponse", "A bot with its user.", { ...fields, user: User });

export const FetchedBot = model("FetchBotResponse", "A bot and its user.", { bot: Bot, user: User });

export const OwnedBots = model("OwnedBotsResponse", "Bots and their users, both in the order of their ids.", {
  bots: Type.Array(Bot, boundedBy("limits.new_user.bots", "limits.default.bots")),
  users: Type.Array(User, boundedBy("limits.new_user.bots", "limits.default.bots")),
});

export const PublicBot = model("PublicBot", "The public view of a bot.", {
  _id: Id,
  username: Type.String(),
  avatar: Type.Optional(Type.String({ description: "Id of a file." })),
  description: Type.Optional(Type.String()),
  default_permissions,
});
export type PublicBot = Static<typeof PublicBot>;

export const NewBot = input("DataCreateBot", "The name.", { name: Username });

const BotField = named("FieldsBot", Type.Enum(["Token", "InteractionsURL"]));

export const BotEdit = input("DataEditBot", "The fields to change; the others stay as they are.", {
  name: Type.Optional(Username),
  public: Type.Optional(Type.Boolean()),
  analytics: Type.Optional(Type.Boolean()),
  interactions_url: Type.Optional(Type.String({ minLength: 1, maxLength: 2048 })),
  default_permissions,
  remove: Type.Optional(
    Type.Array(BotField, {
      maxItems: maxFields,
      default: [],
      description: "Fields to empty, before others are set. The token is replaced by a new one.",
    }),
  ),
});
export type BotEdit = Static<typeof BotEdit>;

export const BotDestination = named(
  "InviteBotDestination",
  Type.Union([Type.Object({ server: Id }), Type.Object({ group: Id })], {
    description: "A server or a group; if both are given, the server.",
  }),
);
