import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { LoggedOut } from "../../accounts/index.ts";
import { RoleDeleted } from "../../servers/index.ts";
import { RelationshipChanged, UserUpdated } from "../../users/index.ts";
import { deleteOwnBot } from "../actions/own-bots.ts";

export const deleteBotRoute = route({
  id: "delete_delete_bot",
  method: "DELETE",
  path: "/bots/:target",
  summary: "Delete a bot of the caller.",
  auth: "user",
  limit: { bucket: "bots" },
  reply: NoContent,
  errors: ["NotFound"],
  // Other servers of this protocol leave the connections of a deleted bot open. Here they close with its token.
  emits: [UserUpdated, RelationshipChanged, LoggedOut, RoleDeleted],
  handle: ({ params, caller, tx }) => deleteOwnBot(tx, { id: params.target, ownerId: caller.userId }),
});
