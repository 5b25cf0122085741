import { route } from "../../../declare/route.ts";
import { userTarget } from "../actions/user-access.ts";
import { UserProfile } from "../model.ts";
import { profileView } from "../rules/views.ts";

export const fetchProfileRoute = route({
  id: "fetch_profile_profile",
  method: "GET",
  path: "/users/:target/profile",
  summary: "Fetch the profile of a user.",
  auth: "user",
  limit: { bucket: "users" },
  on: userTarget("target"),
  needs: "ViewProfile",
  reply: UserProfile,
  errors: [],
  handle: ({ access }) => profileView(access.user),
});
