import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { AuditHeaders, readReason, recordAudit } from "../../audit/index.ts";
import { releaseFilesOf } from "../../files/index.ts";
import { assertOutranksRole, requireRole } from "../actions/require-role.ts";
import { requireServerPermission } from "../actions/require-server.ts";
import { RoleDeleted } from "../events.ts";
import { deleteRole as remove } from "../store/roles.ts";
import { lockServer } from "../store/servers.ts";

export const deleteRoleRoute = route({
  id: "roles_delete_delete",
  method: "DELETE",
  path: "/servers/:target/roles/:role_id",
  summary: "Delete a role that one stands above.",
  auth: "user",
  limit: { bucket: "servers", by: "target" },
  headers: AuditHeaders,
  reply: NoContent,
  errors: ["HeaderTooLarge", "NotFound", "MissingPermission", "NotElevated"],
  emits: [RoleDeleted],
  async handle({ params, headers, caller, tx, fail }) {
    const reason = readReason(headers, fail);
    const place = await requireServerPermission({ db: tx, caller, fail }, params.target, "ManageRole");
    const role = await requireRole({ db: tx, fail }, place, params.role_id);
    assertOutranksRole({ fail }, place, role);

    const { id, name, server_id: server } = role;
    await lockServer(tx, server);
    await remove(tx, id);
    await releaseFilesOf(tx, id);
    tx.emit(RoleDeleted, { id: server, role_id: id });
    const action = { type: "RoleDelete", role: id, name } as const;
    await recordAudit(tx, { server, by: caller.userId, reason, action });
  },
});
