import { route } from "../../../declare/route.ts";
import { membershipTarget, Role, roleView } from "../../members/index.ts";
import { requireRole } from "../actions/roles.ts";

export const fetchRoleRoute = route({
  id: "roles_fetch_fetch",
  method: "GET",
  path: "/servers/:target/roles/:role_id",
  summary: "Fetch a role of a server, as a member.",
  auth: "user",
  limit: { bucket: "servers", by: "target" },
  on: membershipTarget("target"),
  reply: Role,
  errors: ["NotFound"],
  handle: async ({ access, params, db, fail }) =>
    roleView(await requireRole({ db, fail }, access, params.role_id)),
});
