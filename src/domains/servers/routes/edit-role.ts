import { invalid } from "../../../declare/error.ts";
import { route } from "../../../declare/route.ts";
import { isColour } from "../../../rules/colour.ts";
import { Role, serverTarget } from "../../members/index.ts";
import { editRole } from "../actions/roles.ts";
import { RoleUpdated } from "../events.ts";
import { RoleEdit } from "../role-model.ts";

export const editRoleRoute = route({
  id: "roles_edit_edit",
  method: "PATCH",
  path: "/servers/:target/roles/:role_id",
  summary: "Edit a role of lower rank.",
  auth: "user",
  limit: { bucket: "servers", by: "target" },
  on: serverTarget("target"),
  needs: "ManageRole",
  locks: true,
  audited: true,
  body: RoleEdit,
  reply: Role,
  errors: ["NotFound", "NotElevated"],
  emits: [RoleUpdated],
  validate({ body: { colour } }) {
    if (colour !== undefined && !isColour(colour)) throw invalid("colour: must be a colour");
  },
  handle: ({ access, params, body, caller, reason, tx }) =>
    editRole(tx, access, { roleId: params.role_id, edit: body, by: caller.userId, reason }),
});
