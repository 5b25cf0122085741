import { route } from "../../../declare/route.ts";
import { canSetOverride } from "../../../permissions/granting.ts";
import { serverPermissions } from "../../../permissions/servers.ts";
import { AuditHeaders, readReason, recordAudit } from "../../audit/index.ts";
import { assertOutranksRole, requireRole } from "../actions/require-role.ts";
import { assertServerPermission, requireServer } from "../actions/require-server.ts";
import { RoleUpdated } from "../events.ts";
import { Server } from "../model.ts";
import { RolePermissions } from "../role-model.ts";
import { roleVisibilityData } from "../rules/visibility-data.ts";
import { updateRole } from "../store/roles.ts";
import { lockServer, showServer } from "../store/servers.ts";

export const setRolePermissionsRoute = route({
  id: "permissions_set_set_role_permission",
  method: "PUT",
  path: "/servers/:target/permissions/:role_id",
  summary: "Set what a role that one stands above allows and denies in the server.",
  auth: "user",
  limit: { bucket: "servers", by: "target" },
  headers: AuditHeaders,
  body: RolePermissions,
  reply: Server,
  errors: ["HeaderTooLarge", "NotFound", "MissingPermission", "NotElevated", "CannotGiveMissingPermissions"],
  emits: [RoleUpdated],
  async handle({ params, headers, body, caller, tx, services, fail }) {
    const reason = readReason(headers, fail);
    const context = { db: tx, caller, fail };
    const place = await requireServer(context, params.target);
    const role = await requireRole(context, place, params.role_id);
    assertServerPermission(context, place, "ManagePermissions");
    assertOutranksRole(context, place, role);
    const { allow, deny } = body.permissions;
    const [before, after] = [
      { a: role.allow, d: role.deny },
      { a: allow, d: deny },
    ];
    const held = serverPermissions(place.membership, services.clock.now());
    if (!canSetOverride(held, before, after)) throw fail("CannotGiveMissingPermissions");
    const { server } = place;
    if (before.a === after.a && before.d === after.d) return showServer(tx, server);

    await lockServer(tx, server.id);
    await updateRole(tx, role.id, { allow, deny });
    const update = { id: server.id, role_id: role.id, data: { permissions: after }, clear: [] };
    tx.emit(RoleUpdated, update, roleVisibilityData({ ...role, allow, deny }));
    await recordAudit(tx, {
      server: server.id,
      by: caller.userId,
      reason,
      action: {
        type: "RoleEdit",
        role: role.id,
        before: { permissions: before },
        after: { permissions: after },
      },
    });
    return showServer(tx, server);
  },
});
