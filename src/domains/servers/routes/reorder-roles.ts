import { route } from "../../../declare/route.ts";
import { Server, serverTarget } from "../../members/index.ts";
import { reorderRoles } from "../actions/roles.ts";
import { RolesReordered } from "../events.ts";
import { RoleRanks } from "../role-model.ts";

export const reorderRolesRoute = route({
  id: "roles_edit_positions_edit_role_ranks",
  method: "PATCH",
  path: "/servers/:target/roles/ranks",
  summary: "Change the order of the roles of a server.",
  auth: "user",
  limit: { bucket: "servers", by: "target" },
  on: serverTarget("target"),
  needs: "ManageRole",
  locks: true,
  audited: true,
  body: RoleRanks,
  reply: Server,
  errors: ["InvalidOperation", "NotElevated"],
  emits: [RolesReordered],
  handle: ({ access, body: { ranks }, caller, reason, tx }) =>
    reorderRoles(tx, access, { ranks, by: caller.userId, reason }),
});
