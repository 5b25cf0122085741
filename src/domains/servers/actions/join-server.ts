import type { Tx } from "../../../declare/tx.ts";
import { listServerChannelsAtOnce, onlyViewable, type TextChannel } from "../../channels/index.ts";
import {
  countMembers,
  findMembership,
  listEmojisOfServer,
  listRoles,
  lockServersAnd,
  memberView,
  memberVisibilityData,
  restrictionsOf,
  type Server,
  type ServerRow,
  serverView,
  serverVisibilityData,
} from "../../members/index.ts";
import { listCallsIn } from "../../voice/index.ts";
import { MemberJoined, ServerJoined } from "../events.ts";
import { insertMember } from "../store/members.ts";
import { takePendingTimeout } from "../store/pending-timeouts.ts";
import { reportMemberActivity } from "./report-member-activity.ts";

export interface JoinedServer {
  readonly server: Server;
  /** Those that the new member can view. */
  readonly channels: TextChannel[];
}

/** Makes a user a member of a server. The caller has checked that the user is neither a member nor banned. */
export async function joinServer(
  tx: Tx<typeof MemberJoined | typeof ServerJoined>,
  row: ServerRow,
  userId: string,
): Promise<JoinedServer> {
  // Others wait for the lock, so what does not depend on each other is one round trip to PostgreSQL, here and below.
  const [pending, caller, roles, all, membersBefore, emojis, calls] = await lockServersAnd(tx, [row.id], () =>
    Promise.all([
      takePendingTimeout(tx, row.id, userId),
      findMembership(tx, row.id, userId),
      listRoles(tx, row.id),
      listServerChannelsAtOnce(tx, row.id),
      countMembers(tx, row.id),
      listEmojisOfServer(tx, row.id),
      listCallsIn(tx, row.id),
    ]),
  );
  if (!caller) throw new Error(`Server ${row.id} vanished although its row is locked`);
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
  const channels = onlyViewable(all, { ...caller.membership, member: restrictionsOf(member) });
  const server = serverView(row, {
    roles,
    channels: all.map(({ _id }) => _id),
    members: membersBefore + 1,
  });
  const visibleIds = new Set(channels.map(({ _id }) => _id));

  tx.emit(MemberJoined, { id: row.id, user: userId, member: memberView(member) });
  tx.emit(
    ServerJoined,
    {
      ...server,
      id: row.id,
      server,
      channels,
      emojis,
      voice_states: calls.filter(({ id }) => visibleIds.has(id)),
    },
    {
      user: userId,
      server: { ...serverVisibilityData(row, { roles, channels: all }), ...(calls.length > 0 && { calls }) },
      member: memberVisibilityData(member),
    },
  );
  await Promise.all([
    insertMember(tx, stored),
    reportMemberActivity(tx, row, { type: "user_joined", id: userId }),
  ]);
  return { server, channels };
}
