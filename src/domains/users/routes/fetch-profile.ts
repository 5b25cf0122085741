import { route } from "../../../declare/route.ts";
import { requireUser } from "../actions/require-user.ts";
import { UserProfile } from "../model.ts";
import { profileView } from "../rules/views.ts";

export const fetchProfileRoute = route({
  id: "fetch_profile_profile",
  method: "GET",
  path: "/users/:target/profile",
  summary: "Fetch what a user tells about themselves.",
  auth: "user",
  limit: { bucket: "users" },
  reply: UserProfile,
  errors: ["NotFound", "MissingPermission"],
  async handle({ params, caller, db, fail }) {
    const { target } = await requireUser({ db, caller, fail }, params.target, "ViewProfile");
    return profileView(target);
  },
});
