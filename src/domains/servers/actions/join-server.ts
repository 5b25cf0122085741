import { canViewChannel } from "../../../permissions/servers.ts";
import type { Tx } from "../../../store/tx.ts";
import { overridesOf, SystemMessageRequested, type TextChannel } from "../../conversations/index.ts";
import { MemberJoined, ServerJoined } from "../events.ts";
import type { Server } from "../model.ts";
import { systemMessageChannel } from "../rules/system-messages.ts";
import { memberView, serverView } from "../rules/views.ts";
import { memberVisibilityData, serverVisibilityData } from "../rules/visibility-data.ts";
import { listEmojisOfServer } from "../store/emojis.ts";
import { insertMember } from "../store/members.ts";
import { takePendingTimeout } from "../store/pending-timeouts.ts";
import { findServerAccess } from "../store/server-access.ts";
import { countMembers, listRoles, lockServer } from "../store/servers.ts";
import { listServerChannels } from "../store/text-channels.ts";
import type { ServerRow } from "../tables.ts";

export interface JoinedServer {
  readonly server: Server;
  /** Those that the new member can view. */
  readonly channels: TextChannel[];
}

/** Makes somebody a member who is none and may be one. */
export async function joinServer(
  tx: Tx<typeof MemberJoined | typeof ServerJoined>,
  row: ServerRow,
  userId: string,
): Promise<JoinedServer> {
  await lockServer(tx, row.id);
  const pending = await takePendingTimeout(tx, row.id, userId);
  const member = {
    server_id: row.id,
    user_id: userId,
    joined_at: tx.services.clock.now(),
    nickname: null,
    pronouns: null,
    avatar: null,
    timeout_until: null,
    can_publish: 1,
    can_receive: 1,
    ...pending,
    roles: [],
  };
  const { roles: _, ...stored } = member;
  await insertMember(tx, stored);
  const place = await findServerAccess(tx, row.id, userId);
  if (!place) throw new Error(`${row.id} vanished while somebody entered`);

  const roles = await listRoles(tx, row.id);
  const all = await listServerChannels(tx, row.id);
  const channels = all.filter((channel) => canViewChannel(place.membership, overridesOf(channel)));
  const members = await countMembers(tx, row.id);
  const server = serverView(row, { roles, channels: all.map(({ _id }) => _id), members });
  const emojis = await listEmojisOfServer(tx, row.id);

  tx.emit(MemberJoined, { id: row.id, user: userId, member: memberView(member) });
  tx.emit(
    ServerJoined,
    { ...server, id: row.id, server, channels, emojis, voice_states: [] },
    {
      user: userId,
      scene: serverVisibilityData(row, { roles, channels: all }),
      member: memberVisibilityData(member),
    },
  );
  const channelId = systemMessageChannel(row, "user_joined");
  if (channelId !== undefined)
    await tx.raise(SystemMessageRequested, { channelId, systemMessage: { type: "user_joined", id: userId } });
  return { server, channels };
}
