import { route } from "../../../declare/route.ts";
import { messageTarget } from "../actions/message-target.ts";
import { viewMessage } from "../actions/view-messages.ts";
import { Message } from "../model.ts";

export const fetchMessageRoute = route({
  id: "message_fetch_fetch",
  method: "GET",
  path: "/channels/:target/messages/:msg",
  summary: "Read one message of a channel.",
  auth: "user",
  limit: { bucket: "channels", by: "target" },
  on: messageTarget("target", "msg"),
  needs: "ViewChannel",
  alsoNeeds: { among: ["ReadMessageHistory"], choose: () => ["ReadMessageHistory"] },
  reply: Message,
  errors: [],
  handle: ({ access, db }) => viewMessage(db, access.message),
});
