import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { AuditHeaders, readReason } from "../../audit/index.ts";
import { requireMessage } from "../actions/require-message.ts";
import { pinPermission, setPinned } from "../actions/set-pinned.ts";
import { MessageSent, MessageUpdated } from "../events.ts";

export const unpinMessageRoute = route({
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
    const found = await requireMessage({ db: tx, caller, fail }, params, pinPermission);
    if (found.message.pinned === 0) throw fail("NotPinned");
    await setPinned(tx, found, { to: "unpin", by: caller.userId, reason });
  },
});
