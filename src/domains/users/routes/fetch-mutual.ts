import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { boundedBy, Id, maxListed, model } from "../../../protocol/schema.ts";
import { findMutual, userTarget } from "../actions/user-access.ts";

export const fetchMutualRoute = route({
  id: "find_mutual_mutual",
  method: "GET",
  path: "/users/:target/mutual",
  summary: "Fetch the friends, servers and conversations that the caller shares with another user.",
  auth: "user",
  limit: { bucket: "users" },
  on: userTarget("target"),
  needs: "ViewProfile",
  reply: model("MutualResponse", "What two users have in common.", {
    users: Type.Array(Id, { maxItems: maxListed, description: "Friends of both." }),
    servers: Type.Array(Id, boundedBy("limits.default.servers")),
    channels: Type.Array(Id, { maxItems: maxListed, description: "Direct messages and groups." }),
  }),
  errors: ["InvalidOperation"],
  validate({ params, caller, fail }) {
    if (params.target === caller.userId) throw fail("InvalidOperation");
  },
  handle: ({ access, caller, db }) => findMutual(db, caller.userId, access.user.id),
});
