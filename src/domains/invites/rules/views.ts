import { canViewChannel } from "../../../permissions/servers.ts";
import type { File } from "../../../protocol/file.ts";
import { type Group, overridesOf, type TextChannel } from "../../channels/index.ts";
import type { ServerRow } from "../../members/index.ts";
import type { UserRow } from "../../users/index.ts";
import type { Invite, InviteResponse } from "../model.ts";
import type { ChannelInviteRow } from "../tables.ts";

export function inviteView({
  code,
  server_id,
  creator_id: creator,
  channel_id: channel,
  expires_at,
  max_uses,
  uses,
}: ChannelInviteRow): Invite {
  const end = expires_at === null ? undefined : new Date(expires_at).toISOString();
  const limits = {
    ...(end !== undefined && { expires_at: end, expires: end, expiry: end }),
    ...(max_uses !== null && { max_uses, max_usage: max_uses, uses }),
  };
  return server_id === null
    ? { type: "Group", _id: code, creator, channel, ...limits }
    : { type: "Server", _id: code, server: server_id, creator, channel, ...limits };
}

/** Whether it has ended, so that it counts as unknown. */
export function isExpired({ expires_at }: Pick<ChannelInviteRow, "expires_at">, now: number): boolean {
  return expires_at !== null && expires_at <= now;
}

interface PublicInvite {
  readonly code: string;
  readonly channel: Pick<TextChannel | Group, "_id" | "name" | "description">;
  readonly creator: Pick<UserRow, "username" | "avatar">;
}

interface PublicServerInvite extends PublicInvite {
  readonly server: ServerRow;
  readonly members: number;
}

/** An invite to a server, as strangers see it. */
export function publicServerView({ server, members, ...invite }: PublicServerInvite): InviteResponse {
  return {
    type: "Server",
    server_id: server.id,
    server_name: server.name,
    ...(server.icon !== null && { server_icon: JSON.parse(server.icon) as File }),
    ...(server.banner !== null && { server_banner: JSON.parse(server.banner) as File }),
    ...(server.description !== null && { server_description: server.description }),
    ...(server.flags !== 0 && { server_flags: server.flags }),
    ...commonFields(invite),
    member_count: members,
  };
}

/** The same for an invite to a group. */
export function publicGroupView(invite: PublicInvite): InviteResponse {
  return { type: "Group", ...commonFields(invite) };
}

function commonFields({ code, channel, creator }: PublicInvite) {
  return {
    code,
    channel_id: channel._id,
    channel_name: channel.name,
    ...(channel.description !== undefined && { channel_description: channel.description }),
    user_name: creator.username,
    ...(creator.avatar !== null && { user_avatar: JSON.parse(creator.avatar) as File }),
  };
}

/** The channel that an invite to a discoverable server leads to: the first that a new member can view, else the first. */
export function frontChannel(
  { default_permissions: defaultPermissions }: Pick<ServerRow, "default_permissions">,
  channels: readonly TextChannel[],
): TextChannel | undefined {
  const newMember = {
    owner: false,
    member: { timeoutUntil: null, canPublish: true, canReceive: true },
    defaultPermissions,
    roles: [],
  };
  return channels.find((channel) => canViewChannel(newMember, overridesOf(channel))) ?? channels[0];
}
