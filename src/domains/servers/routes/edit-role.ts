import { route } from "../../../declare/route.ts";
import { invalid } from "../../../protocol/error.ts";
import type { File } from "../../../protocol/file.ts";
import { AuditHeaders, readReason, recordAudit } from "../../audit/index.ts";
import { claimFile, releaseFile } from "../../files/index.ts";
import { assertOutranksRole, requireRole } from "../actions/require-role.ts";
import { requireServerPermission } from "../actions/require-server.ts";
import { RoleUpdated } from "../events.ts";
import { Role } from "../model.ts";
import { RoleEdit } from "../role-model.ts";
import { isColour } from "../rules/colour.ts";
import { planRoleEdit } from "../rules/role-edit.ts";
import { roleView } from "../rules/views.ts";
import { roleVisibilityData } from "../rules/visibility-data.ts";
import { updateRole } from "../store/roles.ts";
import { lockServer } from "../store/servers.ts";

export const editRoleRoute = route({
  id: "roles_edit_edit",
  method: "PATCH",
  path: "/servers/:target/roles/:role_id",
  summary: "Edit a role that one stands above.",
  auth: "user",
  limit: { bucket: "servers", by: "target" },
  headers: AuditHeaders,
  body: RoleEdit,
  reply: Role,
  errors: ["HeaderTooLarge", "NotFound", "MissingPermission", "NotElevated"],
  emits: [RoleUpdated],
  async handle({ params, headers, body, caller, tx, fail }) {
    if (body.colour !== undefined && !isColour(body.colour)) throw invalid("colour: must be a colour");
    const reason = readReason(headers, fail);
    const place = await requireServerPermission({ db: tx, caller, fail }, params.target, "ManageRole");
    const role = await requireRole({ db: tx, fail }, place, params.role_id);
    assertOutranksRole({ fail }, place, role);

    const { id, server_id: server } = role;
    await lockServer(tx, server);
    const claim = { use: "RoleIcon", by: id, uploader: caller.userId } as const;
    const icon = body.icon === undefined ? undefined : await claimFile(tx, { id: body.icon, ...claim });
    const { changes, data, clear, before } = planRoleEdit(role, { ...body, icon });
    if (Object.keys(changes).length === 0) return roleView(role);

    await updateRole(tx, id, changes);
    if (role.icon !== null && "icon" in changes) await releaseFile(tx, (JSON.parse(role.icon) as File)._id);
    const after = { ...role, ...changes };
    tx.emit(RoleUpdated, { id: server, role_id: id, data, clear }, roleVisibilityData(after));
    const action = { type: "RoleEdit", role: id, before, after: data } as const;
    await recordAudit(tx, { server, by: caller.userId, reason, action });
    return roleView(after);
  },
});
