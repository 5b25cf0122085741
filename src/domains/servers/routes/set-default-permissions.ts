import { route } from "../../../declare/route.ts";
import { Server, ServerUpdated, serverTarget } from "../../members/index.ts";
import { setDefaultPermissions } from "../actions/set-permissions.ts";
import { DefaultPermissions } from "../role-model.ts";

export const setDefaultPermissionsRoute = route({
  id: "permissions_set_default_set_default_server_permissions",
  method: "PUT",
  path: "/servers/:target/permissions/default",
  summary: "Set what every member of a server may do.",
  auth: "user",
  limit: { bucket: "servers", by: "target" },
  on: serverTarget("target"),
  needs: "ManagePermissions",
  locks: true,
  audited: true,
  body: DefaultPermissions,
  reply: Server,
  errors: ["CannotGiveMissingPermissions"],
  emits: [ServerUpdated],
  handle: ({ access, body: { permissions }, caller, reason, tx }) =>
    setDefaultPermissions(tx, access, { permissions, by: caller.userId, reason }),
});
