import type { Channel } from "../model/channel.ts";
import type { Server } from "../model/server.ts";
import { rankOf } from "../moderation/member-rules.ts";
import { ownRank } from "../moderation/membership.ts";

interface AllowedModeration {
  readonly mute: boolean;
  readonly deafen: boolean;
  readonly move: boolean;
}

/** What the user may do to somebody in a call of a server: with the permission, and to those of a lower rank. */
export function allowedModeration(server: Server, userId: string): AllowedModeration {
  const target = server.getMember(userId);
  const isBelow = target !== undefined && rankOf(target.roles, server.roles) > ownRank(server);
  const may = isBelow && server.ownerId !== userId;
  return {
    mute: may && server.havePermission("MuteMembers"),
    deafen: may && server.havePermission("DeafenMembers"),
    move: may && server.havePermission("MoveMembers"),
  };
}

/** Where somebody in a call can be moved to. */
export function moveTargets(server: Server, from: Channel): readonly Channel[] {
  return server.channels.filter(
    (channel) => channel.isVoice && channel.id !== from.id && channel.havePermission("Connect"),
  );
}
