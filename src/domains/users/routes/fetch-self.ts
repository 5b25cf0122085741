import { route } from "../../../declare/route.ts";
import { viewSelf } from "../actions/view-user.ts";
import { User } from "../model.ts";
import { findUser } from "../store/users.ts";

export const fetchSelfRoute = route({
  id: "fetch_self_fetch",
  method: "GET",
  path: "/users/@me",
  summary: "Fetch the user of the caller.",
  auth: "user",
  limit: { bucket: "users" },
  reply: User,
  errors: ["InvalidSession"],
  async handle({ caller, db, fail }) {
    const user = await findUser(db, caller.userId);
    if (!user) throw fail("InvalidSession");
    return viewSelf(db, user);
  },
});
