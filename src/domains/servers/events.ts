import Type from "typebox";
import { event } from "../../declare/event.ts";
import { Id } from "../../protocol/schema.ts";
import { topic } from "../../visibility/announcement.ts";
import type {
  MemberVisibilityData,
  RoleVisibilityData,
  ServerVisibilityData,
} from "../../visibility/view-change.ts";
import { Channel, ChannelVoiceState } from "../channels/index.ts";
import { Emoji, Member, MemberKey, Server } from "../members/index.ts";
import { MemberField, PartialMember, PartialRole, RemovalIntention, RoleField } from "./model.ts";

/** The new member, and the state that decides which channels they can view. */
interface ServerJoinReach {
  readonly user: string;
  readonly server: ServerVisibilityData;
  readonly member: MemberVisibilityData;
}

export const ServerJoined = event({
  name: "ServerCreate",
  doc: "The user created or joined a server.",
  payload: Type.Object({
    // Some clients read the server from the top level and others from `server`, so it is sent twice.
    ...Type.Omit(Server, ["channels"]).properties,
    id: Id,
    server: Server,
    channels: Type.Array(Channel, { description: "Those that the user can view." }),
    emojis: Type.Array(Emoji),
    voice_states: Type.Array(ChannelVoiceState, { description: "Of channels with a call in progress." }),
  }),
  audience: (_server, { user }: ServerJoinReach) => [topic.private(user)],
  changes: (_server, { user, server, member }) => [{ kind: "server joined", user, server, member }],
});

export const ServerDeleted = event({
  name: "ServerDelete",
  doc: "A server was deleted, with everything in it.",
  payload: Type.Object({ id: Id }),
  audience: ({ id }) => [topic.server(id)],
  changes: ({ id }) => [{ kind: "server gone", server: id }],
});

export const MemberJoined = event({
  name: "ServerMemberJoin",
  doc: "A user joined a server. Sent to the other members; the new member gets ServerCreate.",
  payload: Type.Object({ id: Type.String({ description: "The server's id." }), user: Id, member: Member }),
  audience: ({ id }) => [topic.server(id)],
});

export const MemberUpdated = event({
  name: "ServerMemberUpdate",
  doc: "Fields of a member changed; `clear` lists the fields that were removed.",
  payload: Type.Object({ id: MemberKey, data: PartialMember, clear: Type.Array(MemberField) }),
  audience: ({ id }) => [topic.server(id.server)],
  // `after` is the state of the member after the change.
  changes: ({ id }, after: MemberVisibilityData) => [{ kind: "member changed", ...id, ...after }],
});

export const MemberLeft = event({
  name: "ServerMemberLeave",
  doc: "A user left a server or was removed from it. Sent to that user and to the other members.",
  payload: Type.Object({
    id: Type.String({ description: "The server's id." }),
    user: Id,
    reason: RemovalIntention,
  }),
  audience: ({ id }) => [topic.server(id)],
  changes: ({ id, user }) => [{ kind: "server left", user, server: id }],
});

const roleOfServer = { id: Type.String({ description: "The server's id." }), role_id: Id };

export const RoleUpdated = event({
  name: "ServerRoleUpdate",
  doc: "A role was created, or fields of it changed; `clear` lists the fields that were removed.",
  payload: Type.Object({ ...roleOfServer, data: PartialRole, clear: Type.Array(RoleField) }),
  audience: ({ id }) => [topic.server(id)],
  // `after` is the state of the role after the change.
  changes: ({ id }, after: RoleVisibilityData) => [{ kind: "role changed", server: id, role: after }],
});

export const RoleDeleted = event({
  name: "ServerRoleDelete",
  doc: "A role was deleted, and removed from all members and channels.",
  payload: Type.Object(roleOfServer),
  audience: ({ id }) => [topic.server(id)],
  changes: ({ id, role_id }) => [{ kind: "role gone", server: id, role: role_id }],
});

export const RolesReordered = event({
  name: "ServerRoleRanksUpdate",
  doc: "The order of the roles of a server changed.",
  payload: Type.Object({
    id: Type.String({ description: "The server's id." }),
    ranks: Type.Array(Id, { description: "All roles, the highest first." }),
  }),
  audience: ({ id }) => [topic.server(id)],
  changes: ({ id, ranks }) => [{ kind: "roles ranked", server: id, ranks }],
});
