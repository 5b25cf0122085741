import Type, { type Static } from "typebox";
import { File } from "../../protocol/file.ts";
import { boundedBy, Id, named, tagged } from "../../protocol/schema.ts";
import { Channel } from "../channels/index.ts";
import { Server } from "../members/index.ts";
import { User } from "../users/index.ts";

const Code = Type.String({
  description: "Eight characters; for discoverable servers, the id of the server.",
});

export const Invite = named(
  "Invite",
  Type.Union([
    tagged("Server", { _id: Code, server: Id, creator: Id, channel: Id }),
    tagged("Group", { _id: Code, creator: Id, channel: Id }),
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
