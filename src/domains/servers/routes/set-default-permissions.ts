import { route } from "../../../declare/route.ts";
import { canSetOverride } from "../../../permissions/granting.ts";
import { serverPermissions } from "../../../permissions/servers.ts";
import { AuditHeaders, readReason, recordAudit } from "../../audit/index.ts";
import { requireServerPermission } from "../actions/require-server.ts";
import { ServerUpdated } from "../events.ts";
import { Server } from "../model.ts";
import { DefaultPermissions } from "../role-model.ts";
import { lockServer, showServer, updateServer } from "../store/servers.ts";

export const setDefaultPermissionsRoute = route({
  id: "permissions_set_default_set_default_server_permissions",
  method: "PUT",
  path: "/servers/:target/permissions/default",
  summary: "Set what every member of a server may do.",
  auth: "user",
  limit: { bucket: "servers", by: "target" },
  headers: AuditHeaders,
  body: DefaultPermissions,
  reply: Server,
  errors: ["HeaderTooLarge", "NotFound", "MissingPermission", "CannotGiveMissingPermissions"],
  emits: [ServerUpdated],
  async handle({ params, headers, body, caller, tx, services, fail }) {
    const reason = readReason(headers, fail);
    const context = { db: tx, caller, fail };
    const { server, membership } = await requireServerPermission(context, params.target, "ManagePermissions");
    const { permissions: default_permissions } = body;
    const held = serverPermissions(membership, services.clock.now());
    // All of it must be held, also what everybody may do already.
    if (!canSetOverride(held, undefined, { a: default_permissions, d: 0 }))
      throw fail("CannotGiveMissingPermissions");
    if (default_permissions === server.default_permissions) return showServer(tx, server);

    await lockServer(tx, server.id);
    await updateServer(tx, server.id, { default_permissions });
    tx.emit(ServerUpdated, { id: server.id, data: { default_permissions }, clear: [] });
    await recordAudit(tx, {
      server: server.id,
      by: caller.userId,
      reason,
      action: {
        type: "ServerEdit",
        before: { default_permissions: server.default_permissions },
        after: { default_permissions },
      },
    });
    return showServer(tx, { ...server, default_permissions });
  },
});
