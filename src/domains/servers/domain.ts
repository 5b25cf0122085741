import type { Domain } from "../../declare/domain.ts";
import { provide } from "../../declare/query-provider.ts";
import { DeletedWith } from "../operators/index.ts";
import { onUserEnd } from "../users/index.ts";
import { leaveServers } from "./actions/delete-server.ts";
import { listDeletedServerItems } from "./actions/list-deleted-items.ts";
import { serverCommands } from "./commands/servers.ts";
import * as events from "./events.ts";
import { sweepPendingTimeouts } from "./jobs.ts";
import { banUserRoute } from "./routes/ban-user.ts";
import { createRoleRoute } from "./routes/create-role.ts";
import { createServerRoute } from "./routes/create-server.ts";
import { deleteRoleRoute } from "./routes/delete-role.ts";
import { deleteServerRoute } from "./routes/delete-server.ts";
import { editMemberRoute } from "./routes/edit-member.ts";
import { editRoleRoute } from "./routes/edit-role.ts";
import { editServerRoute } from "./routes/edit-server.ts";
import { fetchAuditLogRoute } from "./routes/fetch-audit-log.ts";
import { fetchBansRoute } from "./routes/fetch-bans.ts";
import { fetchMemberRoute } from "./routes/fetch-member.ts";
import { fetchMembersRoute } from "./routes/fetch-members.ts";
import { fetchRoleRoute } from "./routes/fetch-role.ts";
import { fetchServerRoute } from "./routes/fetch-server.ts";
import { kickMemberRoute } from "./routes/kick-member.ts";
import { queryMembersRoute } from "./routes/query-members.ts";
import { reorderRolesRoute } from "./routes/reorder-roles.ts";
import { setDefaultPermissionsRoute } from "./routes/set-default-permissions.ts";
import { setRolePermissionsRoute } from "./routes/set-role-permissions.ts";
import { unbanUserRoute } from "./routes/unban-user.ts";

/** Changes to servers, their members, roles and bans. */
export const servers: Domain = {
  name: "servers",
  routes: [
    createServerRoute,
    fetchServerRoute,
    editServerRoute,
    deleteServerRoute,
    fetchMembersRoute,
    fetchMemberRoute,
    queryMembersRoute,
    editMemberRoute,
    kickMemberRoute,
    banUserRoute,
    unbanUserRoute,
    fetchBansRoute,
    createRoleRoute,
    fetchRoleRoute,
    reorderRolesRoute,
    editRoleRoute,
    deleteRoleRoute,
    setDefaultPermissionsRoute,
    setRolePermissionsRoute,
    fetchAuditLogRoute,
  ],
  events: Object.values(events),
  jobs: [sweepPendingTimeouts],
  commands: serverCommands,
  hooks: onUserEnd(leaveServers),
  providers: [provide(DeletedWith, listDeletedServerItems)],
};
