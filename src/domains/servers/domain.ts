import type { Domain } from "../../declare/domain.ts";
import { on } from "../../declare/hook.ts";
import { answer } from "../../declare/question.ts";
import { whenKnown } from "../../platform/when-known.ts";
import { AccountPurged } from "../accounts/index.ts";
import { ChannelsGone, RoleInServer, ServerTouched, StandingInServer } from "../channels/index.ts";
import { MutualConnections, ServersOf, UserGone } from "../users/index.ts";
import { forgetChannels } from "./actions/forget-channels.ts";
import { leaveServers } from "./actions/leave-servers.ts";
import {
  MemberJoined,
  MemberLeft,
  MemberUpdated,
  RoleDeleted,
  RolesReordered,
  RoleUpdated,
  ServerDeleted,
  ServerJoined,
  ServerUpdated,
} from "./events.ts";
import { sweepPendingTimeouts } from "./jobs.ts";
import { acknowledgeServer } from "./routes/acknowledge-server.ts";
import { banUser } from "./routes/ban-user.ts";
import { createChannel } from "./routes/create-channel.ts";
import { createRole } from "./routes/create-role.ts";
import { createServer } from "./routes/create-server.ts";
import { deleteRole } from "./routes/delete-role.ts";
import { deleteServer } from "./routes/delete-server.ts";
import { editMember } from "./routes/edit-member.ts";
import { editRole } from "./routes/edit-role.ts";
import { editServer } from "./routes/edit-server.ts";
import { fetchAuditLog } from "./routes/fetch-audit-log.ts";
import { fetchBans } from "./routes/fetch-bans.ts";
import { fetchMember } from "./routes/fetch-member.ts";
import { fetchMembers } from "./routes/fetch-members.ts";
import { fetchRole } from "./routes/fetch-role.ts";
import { fetchServer } from "./routes/fetch-server.ts";
import { kickMember } from "./routes/kick-member.ts";
import { queryMembers } from "./routes/query-members.ts";
import { reorderRoles } from "./routes/reorder-roles.ts";
import { setDefaultPermissions } from "./routes/set-default-permissions.ts";
import { setRolePermissions } from "./routes/set-role-permissions.ts";
import { unbanUser } from "./routes/unban-user.ts";
import { findSharedServers, listServerIds } from "./store/belongings.ts";
import { holdServer, listRoles } from "./store/servers.ts";
import { findSeat } from "./store/standing.ts";

export const servers: Domain = {
  name: "servers",
  routes: [
    createServer,
    fetchServer,
    editServer,
    deleteServer,
    acknowledgeServer,
    createChannel,
    fetchMembers,
    fetchMember,
    queryMembers,
    editMember,
    kickMember,
    banUser,
    unbanUser,
    fetchBans,
    createRole,
    fetchRole,
    reorderRoles,
    editRole,
    deleteRole,
    setDefaultPermissions,
    setRolePermissions,
    fetchAuditLog,
  ],
  events: [
    ServerJoined,
    ServerUpdated,
    ServerDeleted,
    MemberJoined,
    MemberUpdated,
    MemberLeft,
    RoleUpdated,
    RoleDeleted,
    RolesReordered,
  ],
  jobs: [sweepPendingTimeouts],
  hooks: [
    ...[AccountPurged, UserGone].map((gone) => on(gone, (tx, { userId }) => leaveServers(tx, userId))),
    on(ChannelsGone, async (tx, { serverId, channelIds }) => {
      if (serverId !== undefined) await forgetChannels(tx, serverId, channelIds);
    }),
    on(ServerTouched, (tx, { serverId }) => holdServer(tx, serverId)),
  ],
  answers: [
    answer(ServersOf, listServerIds),
    answer(MutualConnections, async (db, { a, b }) => ({
      servers: await findSharedServers(db, a, b),
      channels: [],
    })),
    answer(StandingInServer, (db, { serverId, userId }) =>
      whenKnown(findSeat(db, serverId, userId), (seat) => seat?.standing),
    ),
    answer(RoleInServer, async (db, { serverId, roleId }) =>
      (await listRoles(db, serverId)).find(({ id }) => id === roleId),
    ),
  ],
};
