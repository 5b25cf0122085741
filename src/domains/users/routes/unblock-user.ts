import { route } from "../../../declare/route.ts";
import { unblockUser } from "../actions/relationships.ts";
import { RelationshipChanged, UserUpdated } from "../events.ts";
import { User } from "../model.ts";

export const unblockUserRoute = route({
  id: "unblock_user_unblock",
  method: "DELETE",
  path: "/users/:target/block",
  summary: "Unblock a user.",
  auth: "user",
  limit: { bucket: "users" },
  reply: User,
  errors: ["NotFound", "NoEffect"],
  emits: [RelationshipChanged, UserUpdated],
  handle: ({ params, caller, tx }) => unblockUser(tx, caller, params.target),
});
