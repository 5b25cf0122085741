import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../declare/schema.ts";
import { AuditHeaders, readReason } from "../../audit/index.ts";
import { lookAtMessage } from "../actions/look-at-message.ts";
import { pinPermission, turnPin } from "../actions/turn-pin.ts";
import { MessageSent, MessageUpdated } from "../events.ts";

export const unpinMessage = route({
  id: "message_unpin_message_unpin",
  method: "DELETE",
  path: "/channels/:target/messages/:msg/pin",
  summary: "Take out the pin of a message.",
  auth: "user",
  limit: { bucket: "channels", by: "target" },
  headers: AuditHeaders,
  reply: NoContent,
  errors: ["HeaderTooLarge", "NotFound", "MissingPermission", "NotPinned"],
  emits: [MessageUpdated, MessageSent],
  async handle({ params, headers, caller, tx, fail }) {
    const reason = readReason(headers, fail);
    const found = await lookAtMessage({ db: tx, caller, fail }, params, pinPermission);
    if (found.message.pinned === 0) throw fail("NotPinned");
    await turnPin(tx, found, { to: "unpin", by: caller.userId, reason });
  },
});
