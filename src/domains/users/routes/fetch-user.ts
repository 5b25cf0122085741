import { route } from "../../../declare/route.ts";
import { userTarget } from "../actions/user-access.ts";
import { viewUser } from "../actions/view-user.ts";
import { User } from "../model.ts";

export const fetchUserRoute = route({
  id: "fetch_user_fetch",
  method: "GET",
  path: "/users/:target",
  summary: "Fetch a user whom the caller has a relation to, or shares a server or conversation with.",
  auth: "user",
  limit: { bucket: "users" },
  on: userTarget("target"),
  needs: "Access",
  reply: User,
  errors: [],
  handle: ({ access, caller, db }) => viewUser(db, caller.userId, access),
});
