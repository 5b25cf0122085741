import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { messageTarget } from "../actions/message-target.ts";
import { clearReactions } from "../actions/reactions.ts";
import { MessageUpdated } from "../events.ts";

export const clearReactionsRoute = route({
  id: "message_clear_reactions_clear_reactions",
  method: "DELETE",
  path: "/channels/:target/messages/:msg/reactions",
  summary: "Remove all reactions to a message.",
  auth: "user",
  limit: { bucket: "channels", by: "target" },
  on: messageTarget("target", "msg"),
  needs: "ManageMessages",
  locks: true,
  reply: NoContent,
  errors: [],
  emits: [MessageUpdated],
  handle: ({ access, tx }) => clearReactions(tx, access.message),
});
