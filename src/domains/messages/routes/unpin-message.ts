import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { messageTarget } from "../actions/message-target.ts";
import { pinPermissions, unpinMessage } from "../actions/pin-message.ts";
import { MessageSent, MessageUpdated } from "../events.ts";

export const unpinMessageRoute = route({
  id: "message_unpin_message_unpin",
  method: "DELETE",
  path: "/channels/:target/messages/:msg/pin",
  summary: "Unpin a message.",
  auth: "user",
  limit: { bucket: "channels", by: "target" },
  on: messageTarget("target", "msg"),
  needs: pinPermissions,
  audited: true,
  reply: NoContent,
  errors: ["NotPinned"],
  emits: [MessageUpdated, MessageSent],
  handle: ({ access, caller, reason, tx }) => unpinMessage(tx, access, { by: caller.userId, reason }),
});
