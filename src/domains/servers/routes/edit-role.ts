import { invalid } from "../../../declare/error.ts";
import type { File } from "../../../declare/file.ts";
import { route } from "../../../declare/route.ts";
import { AuditHeaders, readReason, recordAudit } from "../../audit/index.ts";
import { claimFile, releaseFile } from "../../files/index.ts";
import { assertBelow, lookAtRole } from "../actions/look-at-role.ts";
import { lookWith } from "../actions/look-at-server.ts";
import { RoleUpdated } from "../events.ts";
import { Role } from "../model.ts";
import { RoleEdit } from "../role-model.ts";
import { isColour } from "../rules/colour.ts";
import { planRoleEdit } from "../rules/role-edit.ts";
import { sceneRole } from "../rules/scene.ts";
import { roleView } from "../rules/views.ts";
import { updateRole } from "../store/roles.ts";
import { holdServer } from "../store/servers.ts";

export const editRole = route({
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
    const place = await lookWith({ db: tx, caller, fail }, params.target, "ManageRole");
    const role = await lookAtRole({ db: tx, fail }, place, params.role_id);
    assertBelow({ fail }, place, role);

    const { id, server_id: server } = role;
    await holdServer(tx, server);
    const claim = { use: "RoleIcon", by: id, uploader: caller.userId } as const;
    const icon = body.icon === undefined ? undefined : await claimFile(tx, { id: body.icon, ...claim });
    const { changes, data, clear, before } = planRoleEdit(role, { ...body, icon });
    if (Object.keys(changes).length === 0) return roleView(role);

    await updateRole(tx, id, changes);
    if (role.icon !== null && "icon" in changes) await releaseFile(tx, (JSON.parse(role.icon) as File)._id);
    const after = { ...role, ...changes };
    tx.emit(RoleUpdated, { id: server, role_id: id, data, clear }, sceneRole(after));
    const action = { type: "RoleEdit", role: id, before, after: data } as const;
    await recordAudit(tx, { server, by: caller.userId, reason, action });
    return roleView(after);
  },
});
