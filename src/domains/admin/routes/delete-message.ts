import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { ChannelUpdated } from "../../channels/index.ts";
import { MessageDeleted } from "../../messages/index.ts";
import { locateMessage } from "../../safety/index.ts";
import { deleteAnyMessage } from "../actions/delete-any-message.ts";

export const deleteAnyMessageRoute = route({
  id: "admin_delete_message",
  method: "DELETE",
  path: "/admin/messages/:target",
  summary: "Delete a message, such as a reported one. Looks into every channel for it, one after another.",
  auth: "operator",
  limit: { bucket: "admin" },
  records: "messages delete",
  reply: NoContent,
  errors: ["NotFound"],
  emits: [MessageDeleted, ChannelUpdated],
  async handleInSteps({ params: { target: id }, services, read, write, fail }) {
    const channelId = await locateMessage({ services, read }, id);
    if (channelId === undefined) throw fail("NotFound");
    await write((tx) => deleteAnyMessage(tx, { channelId, id }));
  },
});
