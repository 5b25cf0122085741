import { route } from "../../../declare/route.ts";
import { Server, serverTarget } from "../../members/index.ts";
import { setRolePermissions } from "../actions/set-permissions.ts";
import { RoleUpdated } from "../events.ts";
import { RolePermissions } from "../role-model.ts";

export const setRolePermissionsRoute = route({
  id: "permissions_set_set_role_permission",
  method: "PUT",
  path: "/servers/:target/permissions/:role_id",
  summary: "Set what a role of lower rank allows and denies in the server.",
  auth: "user",
  limit: { bucket: "servers", by: "target" },
  on: serverTarget("target"),
  enforces: {
    permissions: ["ManagePermissions"],
    why: "Whether the role exists is checked first.",
  },
  audited: true,
  body: RolePermissions,
  reply: Server,
  errors: ["NotFound", "MissingPermission", "NotElevated", "CannotGiveMissingPermissions"],
  emits: [RoleUpdated],
  handle: ({ access, params, body: { permissions }, caller, reason, tx }) =>
    setRolePermissions(tx, access, { ...permissions, roleId: params.role_id, by: caller.userId, reason }),
});
