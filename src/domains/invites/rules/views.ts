import type { File } from "../../../protocol/file.ts";
import type { Group, TextChannel } from "../../conversations/index.ts";
import type { ServerRow } from "../../servers/index.ts";
import type { UserRow } from "../../users/index.ts";
import type { Invite, InviteResponse } from "../model.ts";
import type { InviteRow } from "../tables.ts";

export function inviteView({ code, server_id, creator_id: creator, channel_id: channel }: InviteRow): Invite {
  return server_id === null
    ? { type: "Group", _id: code, creator, channel }
    : { type: "Server", _id: code, server: server_id, creator, channel };
}

interface Invited {
  readonly code: string;
  readonly channel: Pick<TextChannel | Group, "_id" | "name" | "description">;
  readonly creator: Pick<UserRow, "username" | "avatar">;
}

interface InvitedToServer extends Invited {
  readonly server: ServerRow;
  readonly members: number;
}

/** An invite into a server, as strangers see it. */
export function publicView({ server, members, ...invited }: InvitedToServer): InviteResponse {
  return {
    type: "Server",
    server_id: server.id,
    server_name: server.name,
    ...(server.icon !== null && { server_icon: JSON.parse(server.icon) as File }),
    ...(server.banner !== null && { server_banner: JSON.parse(server.banner) as File }),
    ...(server.flags !== 0 && { server_flags: server.flags }),
    ...invitation(invited),
    member_count: members,
  };
}

/** The same for one into a group. */
export function publicGroupView(invited: Invited): InviteResponse {
  return { type: "Group", ...invitation(invited) };
}

function invitation({ code, channel, creator }: Invited) {
  return {
    code,
    channel_id: channel._id,
    channel_name: channel.name,
    ...(channel.description !== undefined && { channel_description: channel.description }),
    user_name: creator.username,
    ...(creator.avatar !== null && { user_avatar: JSON.parse(creator.avatar) as File }),
  };
}
