import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { Id, model } from "../../../protocol/schema.ts";
import { findConnections } from "../actions/permissions-on.ts";
import { requireUser } from "../actions/require-user.ts";
import { listMutualFriends } from "../store/mutual-friends.ts";

export const fetchMutualRoute = route({
  id: "find_mutual_mutual",
  method: "GET",
  path: "/users/:target/mutual",
  summary: "Fetch the friends, servers and conversations that one shares with another user.",
  auth: "user",
  limit: { bucket: "users" },
  reply: model("MutualResponse", "What two users have in common.", {
    users: Type.Array(Id, { description: "Friends of both." }),
    servers: Type.Array(Id),
    channels: Type.Array(Id, { description: "Direct conversations and groups." }),
  }),
  errors: ["InvalidOperation", "NotFound", "MissingPermission"],
  async handle({ params, caller, db, fail }) {
    if (params.target === caller.userId) throw fail("InvalidOperation");
    const { target } = await requireUser({ db, caller, fail }, params.target, "ViewProfile");
    const { servers, channels } = await findConnections(db, caller.userId, target.id);
    return { users: await listMutualFriends(db, caller.userId, target.id), servers, channels };
  },
});
