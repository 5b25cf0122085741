import Type, { type Static } from "typebox";
import { File } from "../../protocol/file.ts";
import { boundedBy, Id, input, named, SafeInteger, Timestamp, tagged } from "../../protocol/schema.ts";
import { Channel } from "../channels/index.ts";
import { Server } from "../members/index.ts";
import { User } from "../users/index.ts";

const Code = Type.String({
  description: "Eight characters; for discoverable servers, the id of the server.",
});

const maxUses = 100_000;
/** A year, in seconds. */
export const maxAge = 365 * 86_400;

const End = Type.Optional(
  Type.Union([Type.String({ maxLength: 64 }), SafeInteger], {
    description:
      "When it ends: ISO 8601, or milliseconds since 1970; numbers up to a year of seconds are seconds from now.",
  }),
);
const Uses = Type.Integer({ minimum: 1, maximum: maxUses, description: "How many people can join by it." });

/** Clients use several names for the two limits. */
export const InviteDraft = input(
  "DataCreateInvite",
  "How the invite is limited; without a field, not at all. Of several fields for one limit, the strictest applies.",
  {
    max_age: Type.Optional(
      Type.Integer({ minimum: 60, maximum: maxAge, description: "Seconds until it ends." }),
    ),
    expires: End,
    expiry: End,
    max_uses: Type.Optional(Uses),
    max_usage: Type.Optional(Uses),
  },
);
export type InviteDraft = Static<typeof InviteDraft>;

/** Absent from invites without limits, as other servers know them. */
const limits = {
  expires_at: Type.Optional(Timestamp),
  expires: Type.Optional(Timestamp),
  expiry: Type.Optional(Timestamp),
  max_uses: Type.Optional(Type.Integer({ minimum: 1, maximum: maxUses })),
  max_usage: Type.Optional(
    Type.Integer({ minimum: 1, maximum: maxUses, description: "The same as `max_uses`." }),
  ),
  uses: Type.Optional(
    Type.Integer({ minimum: 0, maximum: maxUses, description: "Of those that `max_uses` allows." }),
  ),
};

export const Invite = named(
  "Invite",
  Type.Union([
    tagged("Server", { _id: Code, server: Id, creator: Id, channel: Id, ...limits }),
    tagged("Group", { _id: Code, creator: Id, channel: Id, ...limits }),
  ]),
);
export type Invite = Static<typeof Invite>;

/** What strangers see before they join. */
export const InviteResponse = named(
  "InviteResponse",
  Type.Union([
    tagged("Server", {
      code: Code,
      server_id: Id,
      server_name: Type.String(),
      server_icon: Type.Optional(File),
      server_banner: Type.Optional(File),
      server_description: Type.Optional(Type.String()),
      server_flags: Type.Optional(Type.Integer({ description: "Bit field; absent if 0." })),
      channel_id: Id,
      channel_name: Type.String(),
      channel_description: Type.Optional(Type.String()),
      user_name: Type.String({ description: "The username of the creator of the invite." }),
      user_avatar: Type.Optional(File),
      member_count: Type.Integer(),
    }),
    tagged("Group", {
      code: Code,
      channel_id: Id,
      channel_name: Type.String(),
      channel_description: Type.Optional(Type.String()),
      user_name: Type.String({ description: "The username of the creator of the invite." }),
      user_avatar: Type.Optional(File),
    }),
  ]),
);
export type InviteResponse = Static<typeof InviteResponse>;

export const InviteJoinResponse = named(
  "InviteJoinResponse",
  Type.Union([
    tagged("Server", {
      channels: Type.Array(Channel, {
        ...boundedBy("limits.global.server_channels"),
        description: "Those that the new member can view.",
      }),
      server: Server,
    }),
    tagged("Group", {
      channel: Channel,
      users: Type.Array(User, {
        ...boundedBy("limits.global.group_size"),
        description: "The recipients of the group.",
      }),
    }),
  ]),
);
