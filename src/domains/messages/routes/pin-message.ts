import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../declare/schema.ts";
import { AuditHeaders, readReason } from "../../audit/index.ts";
import { lookAtMessage } from "../actions/look-at-message.ts";
import { pinPermission, turnPin } from "../actions/turn-pin.ts";
import { MessageSent, MessageUpdated } from "../events.ts";

export const pinMessage = route({
  id: "message_pin_message_pin",
  method: "POST",
  path: "/channels/:target/messages/:msg/pin",
  summary: "Pin a message to its channel.",
  auth: "user",
  limit: { bucket: "messaging", by: "target" },
  headers: AuditHeaders,
  reply: NoContent,
  errors: ["HeaderTooLarge", "NotFound", "MissingPermission", "AlreadyPinned"],
  emits: [MessageUpdated, MessageSent],
  async handle({ params, headers, caller, tx, fail }) {
    const reason = readReason(headers, fail);
    const found = await lookAtMessage({ db: tx, caller, fail }, params, pinPermission);
    if (found.message.pinned === 1) throw fail("AlreadyPinned");
    await turnPin(tx, found, { to: "pin", by: caller.userId, reason });
  },
});
