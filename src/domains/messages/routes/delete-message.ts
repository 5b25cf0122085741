import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { ChannelUpdated } from "../../channels/index.ts";
import { deleteMessage } from "../actions/delete-messages.ts";
import { authoredMessageTarget } from "../actions/message-target.ts";
import { MessageDeleted } from "../events.ts";

export const deleteMessageRoute = route({
  id: "message_delete_delete",
  method: "DELETE",
  path: "/channels/:target/messages/:msg",
  summary: "Delete a message: one's own, or with ManageMessages any.",
  auth: "user",
  limit: { bucket: "channels", by: "target" },
  on: authoredMessageTarget("target", "msg"),
  needs: {
    among: ["ViewChannel", "ManageMessages"],
    choose: ({ access: { message }, caller }) =>
      message.author_id === caller.userId ? ["ViewChannel"] : ["ManageMessages"],
  },
  audited: true,
  reply: NoContent,
  errors: [],
  emits: [MessageDeleted, ChannelUpdated],
  handle: ({ access, caller, reason, tx }) => deleteMessage(tx, access, { by: caller.userId, reason }),
});
