import { route } from "../../../declare/route.ts";
import { serverTarget } from "../../members/index.ts";
import { createRole } from "../actions/roles.ts";
import { RoleUpdated } from "../events.ts";
import { NewRole, RoleDraft } from "../role-model.ts";

export const createRoleRoute = route({
  id: "roles_create_create",
  method: "POST",
  path: "/servers/:target/roles",
  summary: "Create a role below all others.",
  auth: "user",
  limit: { bucket: "servers", by: "target" },
  on: serverTarget("target"),
  needs: "ManageRole",
  locks: true,
  audited: true,
  body: RoleDraft,
  reply: NewRole,
  errors: ["TooManyRoles"],
  emits: [RoleUpdated],
  handle: ({ access, body: { name }, caller, reason, tx }) =>
    createRole(tx, access, { name, by: caller.userId, reason }),
});
