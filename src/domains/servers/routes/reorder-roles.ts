import { route } from "../../../declare/route.ts";
import { rankOf } from "../../../permissions/servers.ts";
import { AuditHeaders, readReason, recordAudit } from "../../audit/index.ts";
import { lookWith } from "../actions/look-at-server.ts";
import { RolesReordered } from "../events.ts";
import { Server } from "../model.ts";
import { RoleRanks } from "../role-model.ts";
import { keepsSuperiors, namesAll } from "../rules/ranks.ts";
import { updateRole } from "../store/roles.ts";
import { holdServer, listRoles, showServer } from "../store/servers.ts";

export const reorderRoles = route({
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
    const looking = { db: tx, caller, fail };
    const { server, standing } = await lookWith(looking, params.target, "ManageRole");
    const roles = await listRoles(tx, server.id);
    if (!namesAll(ranks, roles)) throw fail("InvalidOperation");
    // Being privileged does not help here: only the owner stands above all.
    const rank = standing.owner ? Number.NEGATIVE_INFINITY : rankOf({ ...standing, privileged: false });
    if (!keepsSuperiors(ranks, roles, rank)) throw fail("NotElevated");

    const moved = roles.filter((role) => ranks[role.rank] !== role.id);
    if (moved.length === 0) return showServer(tx, server);
    await holdServer(tx, server.id);
    for (const { id } of moved) await updateRole(tx, id, { rank: ranks.indexOf(id) });
    tx.emit(RolesReordered, { id: server.id, ranks });
    const before = roles.map(({ id }) => id);
    const action = { type: "RolesReorder", before, after: ranks } as const;
    await recordAudit(tx, { server: server.id, by: caller.userId, reason, action });
    return showServer(tx, server);
  },
});
