import { route } from "../../../declare/route.ts";
import { requireUser } from "../actions/require-user.ts";
import { viewUserDetails } from "../actions/view-users.ts";
import { AdminUserDetails } from "../model.ts";

export const fetchUserRoute = route({
  id: "admin_fetch_user",
  method: "GET",
  path: "/admin/users/:target",
  summary: "Show a user with their account, sessions and servers.",
  auth: "operator",
  limit: { bucket: "admin" },
  reply: AdminUserDetails,
  errors: ["NotFound"],
  handle: async ({ params, db, fail }) => viewUserDetails(db, await requireUser(db, params.target, fail)),
});
