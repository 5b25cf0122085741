import { route } from "../../../declare/route.ts";
import { readConversation } from "../actions/read-conversation.ts";
import { AdminConversation, ConversationQuery } from "../model.ts";

export const readConversationRoute = route({
  id: "admin_read_conversation",
  method: "GET",
  path: "/admin/channels/:target/messages",
  summary: "Read messages of any channel, by default the newest. Each call is recorded in the audit.",
  auth: "operator",
  limit: { bucket: "admin" },
  records: "messages read",
  query: ConversationQuery,
  reply: AdminConversation,
  errors: ["NotFound"],
  handle: ({ params, query, db, fail }) => readConversation(db, { id: params.target, query, fail }),
});
