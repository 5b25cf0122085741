import { route } from "../../../declare/route.ts";
import { assertChannelPermission, requireChannel } from "../../channels/index.ts";
import { Message } from "../model.ts";
import { messageView } from "../rules/message-view.ts";
import { findMessage } from "../store/messages.ts";
import { listReactions } from "../store/reactions.ts";

export const fetchMessageRoute = route({
  id: "message_fetch_fetch",
  method: "GET",
  path: "/channels/:target/messages/:msg",
  summary: "Read one message of a channel.",
  auth: "user",
  limit: { bucket: "channels", by: "target" },
  reply: Message,
  errors: ["NotFound", "MissingPermission"],
  async handle({ params, caller, db, fail }) {
    const access = await requireChannel({ db, caller, fail }, params.target, "ViewChannel");
    assertChannelPermission({ fail }, access, "ReadMessageHistory");
    const row = await findMessage(db, params.target, params.msg);
    if (!row) throw fail("NotFound");
    return messageView(row, await listReactions(db, params.target, [row.id]));
  },
});
