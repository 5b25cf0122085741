import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { serverTarget } from "../../members/index.ts";
import { deleteRole } from "../actions/roles.ts";
import { RoleDeleted } from "../events.ts";

export const deleteRoleRoute = route({
  id: "roles_delete_delete",
  method: "DELETE",
  path: "/servers/:target/roles/:role_id",
  summary: "Delete a role of lower rank.",
  auth: "user",
  limit: { bucket: "servers", by: "target" },
  on: serverTarget("target"),
  needs: "ManageRole",
  locks: true,
  audited: true,
  reply: NoContent,
  errors: ["NotFound", "NotElevated", "InvalidOperation"],
  emits: [RoleDeleted],
  handle: ({ access, params, caller, reason, tx }) =>
    deleteRole(tx, access, { roleId: params.role_id, by: caller.userId, reason }),
});
