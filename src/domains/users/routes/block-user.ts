import { route } from "../../../declare/route.ts";
import { blockUser } from "../actions/relationships.ts";
import { RelationshipChanged, UserUpdated } from "../events.ts";
import { User } from "../model.ts";

export const blockUserRoute = route({
  id: "block_user_block",
  method: "PUT",
  path: "/users/:target/block",
  summary: "Block a user.",
  auth: "user",
  limit: { bucket: "users" },
  reply: User,
  errors: ["NotFound", "NoEffect"],
  emits: [RelationshipChanged, UserUpdated],
  handle: ({ params, caller, tx }) => blockUser(tx, caller, params.target),
});
