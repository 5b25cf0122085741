import type { File } from "../../../declare/file.ts";
import type { TextChannel } from "../../channels/index.ts";
import type { ServerRow } from "../../servers/index.ts";
import type { UserRow } from "../../users/index.ts";
import type { Invite, InviteResponse } from "../model.ts";
import type { ServerInviteRow } from "../tables.ts";

export function inviteView({ code, server_id, creator_id, channel_id }: ServerInviteRow): Invite {
  return { type: "Server", _id: code, server: server_id, creator: creator_id, channel: channel_id };
}

export interface Invited {
  readonly code: string;
  readonly server: ServerRow;
  readonly members: number;
  readonly channel: Pick<TextChannel, "_id" | "name" | "description">;
  readonly creator: Pick<UserRow, "username" | "avatar">;
}

export function publicView({ code, server, members, channel, creator }: Invited): InviteResponse {
  return {
    type: "Server",
    code,
    server_id: server.id,
    server_name: server.name,
    ...(server.icon !== null && { server_icon: JSON.parse(server.icon) as File }),
    ...(server.banner !== null && { server_banner: JSON.parse(server.banner) as File }),
    ...(server.flags !== 0 && { server_flags: server.flags }),
    channel_id: channel._id,
    channel_name: channel.name,
    ...(channel.description !== undefined && { channel_description: channel.description }),
    user_name: creator.username,
    ...(creator.avatar !== null && { user_avatar: JSON.parse(creator.avatar) as File }),
    member_count: members,
  };
}
