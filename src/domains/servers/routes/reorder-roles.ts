import { route } from "../../../declare/route.ts";
import { rankOf } from "../../../permissions/servers.ts";
import { AuditHeaders, readReason, recordAudit } from "../../audit/index.ts";
import { requireServerPermission } from "../actions/require-server.ts";
import { RolesReordered } from "../events.ts";
import { Server } from "../model.ts";
import { RoleRanks } from "../role-model.ts";
import { keepsSuperiors, namesAll } from "../rules/ranks.ts";
import { updateRole } from "../store/roles.ts";
import { listRoles, lockServer, showServer } from "../store/servers.ts";

export const reorderRolesRoute = route({
  id: "roles_edit_positions_edit_role_ranks",
  method: "PATCH",
  path: "/servers/:target/roles/ranks",
  summary: "Put the roles of a server in another order.",
  auth: "user",
  limit: { bucket: "servers", by: "target" },
  headers: AuditHeaders,
  body: RoleRanks,
  reply: Server,
  errors: ["HeaderTooLarge", "NotFound", "MissingPermission", "InvalidOperation", "NotElevated"],
  emits: [RolesReordered],
  async handle({ params, headers, body: { ranks }, caller, tx, fail }) {
    const reason = readReason(headers, fail);
    const context = { db: tx, caller, fail };
    const { server, membership } = await requireServerPermission(context, params.target, "ManageRole");
    const roles = await listRoles(tx, server.id);
    if (!namesAll(ranks, roles)) throw fail("InvalidOperation");
    // Being privileged does not help here: only the owner stands above all.
    const rank = membership.owner ? Number.NEGATIVE_INFINITY : rankOf({ ...membership, privileged: false });
    if (!keepsSuperiors(ranks, roles, rank)) throw fail("NotElevated");

    const moved = roles.filter((role) => ranks[role.rank] !== role.id);
    if (moved.length === 0) return showServer(tx, server);
    await lockServer(tx, server.id);
    for (const { id } of moved) await updateRole(tx, id, { rank: ranks.indexOf(id) });
    tx.emit(RolesReordered, { id: server.id, ranks });
    const before = roles.map(({ id }) => id);
    const action = { type: "RolesReorder", before, after: ranks } as const;
    await recordAudit(tx, { server: server.id, by: caller.userId, reason, action });
    return showServer(tx, server);
  },
});
