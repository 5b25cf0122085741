import { route } from "../../../declare/route.ts";
import { requireUser } from "../actions/require-user.ts";
import { viewUser } from "../actions/view-user.ts";
import { User } from "../model.ts";

export const fetchUserRoute = route({
  id: "fetch_user_fetch",
  method: "GET",
  path: "/users/:target",
  summary: "Fetch a user whom one has something to do with.",
  auth: "user",
  limit: { bucket: "users" },
  reply: User,
  errors: ["NotFound", "MissingPermission"],
  async handle({ params, caller, db, fail }) {
    return viewUser(db, caller.userId, await requireUser({ db, caller, fail }, params.target, "Access"));
  },
});
