import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { messageTarget } from "../actions/message-target.ts";
import { pinMessage, pinPermissions } from "../actions/pin-message.ts";
import { MessageSent, MessageUpdated } from "../events.ts";

export const pinMessageRoute = route({
  id: "message_pin_message_pin",
  method: "POST",
  path: "/channels/:target/messages/:msg/pin",
  summary: "Pin a message to its channel.",
  auth: "user",
  limit: { bucket: "messaging", by: "target" },
  on: messageTarget("target", "msg"),
  needs: pinPermissions,
  audited: true,
  reply: NoContent,
  errors: ["AlreadyPinned"],
  emits: [MessageUpdated, MessageSent],
  handle: ({ access, caller, reason, tx }) => pinMessage(tx, access, { by: caller.userId, reason }),
});
