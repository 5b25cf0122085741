import { route } from "../../../declare/route.ts";
import { requireRole } from "../actions/require-role.ts";
import { requireMembership } from "../actions/require-server.ts";
import { Role } from "../model.ts";
import { roleView } from "../rules/views.ts";

export const fetchRoleRoute = route({
  id: "roles_fetch_fetch",
  method: "GET",
  path: "/servers/:target/roles/:role_id",
  summary: "Fetch a role of a server that one is in.",
  auth: "user",
  limit: { bucket: "servers", by: "target" },
  reply: Role,
  errors: ["NotFound"],
  async handle({ params, caller, db, fail }) {
    const place = await requireMembership({ db, caller, fail }, params.target);
    return roleView(await requireRole({ db, fail }, place, params.role_id));
  },
});
