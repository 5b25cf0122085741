import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { AuditHeaders, readReason } from "../../audit/index.ts";
import { requireMessage } from "../actions/require-message.ts";
import { pinPermission, setPinned } from "../actions/set-pinned.ts";
import { MessageSent, MessageUpdated } from "../events.ts";

export const pinMessageRoute = route({
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
    const found = await requireMessage({ db: tx, caller, fail }, params, pinPermission);
    if (found.message.pinned === 1) throw fail("AlreadyPinned");
    await setPinned(tx, found, { to: "pin", by: caller.userId, reason });
  },
});
