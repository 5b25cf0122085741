import Type from "typebox";
import { event, topic } from "../../protocol/event.ts";
import { Id } from "../../protocol/schema.ts";
import type {
  MemberVisibilityData,
  RoleVisibilityData,
  ServerVisibilityData,
} from "../../protocol/view-change.ts";
import { Channel, ChannelVoiceState } from "../conversations/index.ts";
import {
  Emoji,
  Member,
  MemberField,
  MemberKey,
  PartialMember,
  PartialRole,
  PartialServer,
  RemovalIntention,
  RoleField,
  Server,
  ServerField,
} from "./model.ts";

/** Who joins, and what decides what they see of the server. */
export interface ServerJoinReach {
  readonly user: string;
  readonly scene: ServerVisibilityData;
  readonly member: MemberVisibilityData;
}

export const ServerJoined = event({
  name: "ServerCreate",
  doc: "One is in a server now, by creating or by joining it.",
  payload: Type.Object({
    // Clients differ in where they look for the server, so it is there twice.
    ...Type.Omit(Server, ["channels"]).properties,
    id: Id,
    server: Server,
    channels: Type.Array(Channel, { description: "Those that one can view." }),
    emojis: Type.Array(Emoji),
    voice_states: Type.Array(ChannelVoiceState, { description: "Of channels in which somebody is." }),
  }),
  audience: (_server, { user }: ServerJoinReach) => [topic.private(user)],
  changes: (_server, { user, scene, member }) => [{ kind: "server joined", user, server: scene, member }],
});

export const ServerUpdated = event({
  name: "ServerUpdate",
  doc: "Fields of a server changed; `clear` lists the fields that were removed.",
  payload: Type.Object({ id: Id, data: PartialServer, clear: Type.Array(ServerField) }),
  audience: ({ id }) => [topic.server(id)],
  changes: ({ id, data: { owner, default_permissions } }) =>
    owner === undefined && default_permissions === undefined
      ? []
      : [
          {
            kind: "server changed",
            server: id,
            ...(owner !== undefined && { owner }),
            ...(default_permissions !== undefined && { defaultPermissions: default_permissions }),
          },
        ],
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
  doc: "A user joined a server, whose other members hear of it; the new one gets ServerCreate.",
  payload: Type.Object({ id: Type.String({ description: "The server's id." }), user: Id, member: Member }),
  audience: ({ id }) => [topic.server(id)],
});

export const MemberUpdated = event({
  name: "ServerMemberUpdate",
  doc: "Fields of a member changed; `clear` lists the fields that were removed.",
  payload: Type.Object({ id: MemberKey, data: PartialMember, clear: Type.Array(MemberField) }),
  audience: ({ id }) => [topic.server(id.server)],
  // What the member is from now on.
  changes: ({ id }, after: MemberVisibilityData) => [{ kind: "member changed", ...id, ...after }],
});

export const MemberLeft = event({
  name: "ServerMemberLeave",
  doc: "A user left a server or was removed from it, and hears of it like the other members.",
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
  // What the role is from now on.
  changes: ({ id }, after: RoleVisibilityData) => [{ kind: "role changed", server: id, role: after }],
});

export const RoleDeleted = event({
  name: "ServerRoleDelete",
  doc: "A role was deleted: nobody has it any more, and no channel mentions it.",
  payload: Type.Object(roleOfServer),
  audience: ({ id }) => [topic.server(id)],
  changes: ({ id, role_id }) => [{ kind: "role gone", server: id, role: role_id }],
});

export const RolesReordered = event({
  name: "ServerRoleRanksUpdate",
  doc: "The roles of a server were put in another order.",
  payload: Type.Object({
    id: Type.String({ description: "The server's id." }),
    ranks: Type.Array(Id, { description: "All roles, the highest first." }),
  }),
  audience: ({ id }) => [topic.server(id)],
  changes: ({ id, ranks }) => [{ kind: "roles ranked", server: id, ranks }],
});
