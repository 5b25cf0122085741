import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { Channel } from "../model.ts";
import { listConversations } from "../store/conversations.ts";

export const fetchDirectMessagesRoute = route({
  id: "fetch_dms_direct_messages",
  method: "GET",
  path: "/users/dms",
  summary: "List one's conversations, closed ones too.",
  auth: "user",
  limit: { bucket: "users" },
  reply: Type.Array(Channel),
  errors: [],
  handle: ({ caller, db }) => listConversations(db, caller.userId),
});
