import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { maxListed } from "../../../protocol/schema.ts";
import { Channel, listConversations } from "../../channels/index.ts";

export const fetchDirectMessagesRoute = route({
  id: "fetch_dms_direct_messages",
  method: "GET",
  path: "/users/dms",
  summary: "List one's conversations, closed ones too.",
  auth: "user",
  limit: { bucket: "users" },
  reply: Type.Array(Channel, { maxItems: maxListed }),
  errors: [],
  handle: async ({ caller, db }) => (await listConversations(db, caller.userId)).slice(-maxListed),
});
