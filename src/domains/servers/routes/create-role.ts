import { route } from "../../../declare/route.ts";
import { AuditHeaders, readReason, recordAudit } from "../../audit/index.ts";
import { requireServerPermission } from "../actions/require-server.ts";
import { RoleUpdated } from "../events.ts";
import { NewRole, RoleDraft } from "../role-model.ts";
import { roleView } from "../rules/views.ts";
import { roleVisibilityData } from "../rules/visibility-data.ts";
import { insertRole } from "../store/roles.ts";
import { listRoles, lockServer } from "../store/servers.ts";

export const createRoleRoute = route({
  id: "roles_create_create",
  method: "POST",
  path: "/servers/:target/roles",
  summary: "Create a role, below all that there are.",
  auth: "user",
  limit: { bucket: "servers", by: "target" },
  headers: AuditHeaders,
  body: RoleDraft,
  reply: NewRole,
  errors: ["HeaderTooLarge", "NotFound", "MissingPermission", "TooManyRoles"],
  emits: [RoleUpdated],
  async handle({ params, headers, body, caller, tx, services, fail }) {
    const reason = readReason(headers, fail);
    const { server } = await requireServerPermission({ db: tx, caller, fail }, params.target, "ManageRole");
    await lockServer(tx, server.id);
    const roles = await listRoles(tx, server.id);
    const max = services.config.limits.global.server_roles;
    if (roles.length >= max) throw fail("TooManyRoles", { max });

    const { name } = body;
    const id = services.ids.next();
    // Where roles were deleted there are gaps: their number could be a rank above one's own, or another's.
    const rank = Math.max(-1, ...roles.map((role) => role.rank)) + 1;
    const row = {
      id,
      server_id: server.id,
      name,
      allow: 0,
      deny: 0,
      colour: null,
      hoist: 0,
      rank,
      icon: null,
    };
    await insertRole(tx, row);
    const data = { id, name, permissions: { a: 0, d: 0 }, hoist: false, rank };
    tx.emit(RoleUpdated, { id: server.id, role_id: id, data, clear: [] }, roleVisibilityData(row));
    const action = { type: "RoleCreate", role: id, name } as const;
    await recordAudit(tx, { server: server.id, by: caller.userId, reason, action });
    return { id, role: roleView(row) };
  },
});
