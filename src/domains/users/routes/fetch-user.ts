import { route } from "../../../declare/route.ts";
import { lookUp } from "../actions/look-up.ts";
import { seeUser } from "../actions/see-user.ts";
import { User } from "../model.ts";

export const fetchUser = route({
  id: "fetch_user_fetch",
  method: "GET",
  path: "/users/:target",
  summary: "Fetch a user whom one has something to do with.",
  auth: "user",
  limit: { bucket: "users" },
  reply: User,
  errors: ["NotFound", "MissingPermission"],
  async handle({ params, caller, db, fail }) {
    return seeUser(db, caller.userId, await lookUp({ db, caller, fail }, params.target, "Access"));
  },
});
