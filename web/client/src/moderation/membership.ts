import type { DataMemberEdit } from "../../../protocol/types.ts";
import type { Channel } from "../model/channel.ts";
import type { Role, Server } from "../model/server.ts";
import type { User } from "../model/user.ts";
import type { Client } from "../session/client.ts";
import { allowedMemberActions, assignableRoles, type MemberActions, rankOf } from "./member-rules.ts";

/** A person in a server. */
export interface Membership {
  readonly user: User;
  readonly server: Server;
}

/** What the user may do with a person in a server. */
export function allowedActions(user: User, server: Server): MemberActions {
  const member = server.getMember(user.id);
  return allowedMemberActions({
    isSelf: user.self,
    ownRank: ownRank(server),
    target: {
      isMember: member !== undefined,
      isOwner: server.ownerId === user.id,
      rank: rankOf(member?.roles ?? [], server.roles),
      mayTimeOut: member?.hasPermission("TimeoutMembers") ?? false,
      isTimedOut: isTimedOut(member?.timeout),
      isInVoice: voiceChannelOf(user, server) !== undefined,
    },
    may: (permission) => server.havePermission(permission),
  });
}

export const isTimedOut = (until: Date | undefined) => until !== undefined && +until > Date.now();

/** The voice channel of the server that a person is in. */
export const voiceChannelOf = (user: User, server: Server) =>
  server.channels.find((channel) => channel.voiceParticipants.has(user.id));

/** Where somebody in a call can be moved to. */
export function moveTargets(server: Server, from: Channel | undefined): readonly Channel[] {
  return server.channels.filter(
    (channel) => channel.isVoice && channel.id !== from?.id && channel.havePermission("Connect"),
  );
}

/** The roles that the user may give and take in a server: none of those that belong to a bot. */
export const rolesToAssign = (server: Server): Role[] =>
  assignableRoles([...server.roles.values()], ownRank(server)).filter(({ owner }) => owner === undefined);

/** The rank of the user in a server: they act on roles and people of a greater number only. */
export const ownRank = (server: Server) =>
  server.owner?.self ? Number.NEGATIVE_INFINITY : (server.member?.ranking ?? Number.POSITIVE_INFINITY);

export const editMember = (client: Client, { user, server }: Membership, changes: DataMemberEdit) =>
  client.api.patch(`/servers/${server.id}/members/${user.id}`, changes);
