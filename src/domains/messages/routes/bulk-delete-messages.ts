import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { Id, input, NoContent } from "../../../protocol/schema.ts";
import { ChannelUpdated, channelTarget } from "../../channels/index.ts";
import { areRecentIds, deleteMessagesInBulk } from "../actions/delete-messages.ts";
import { MessagesDeleted } from "../events.ts";

export const bulkDeleteMessagesRoute = route({
  id: "message_bulk_delete_bulk_delete_messages",
  method: "DELETE",
  path: "/channels/:target/messages/bulk",
  summary: "Delete several messages of the last week; needs ManageMessages for one's own too.",
  auth: "user",
  limit: { bucket: "channels", by: "target" },
  on: channelTarget("target"),
  needs: "ManageMessages",
  audited: true,
  body: input("OptionsBulkDelete", "The messages to delete. Those that are not in the channel are ignored.", {
    ids: Type.Array(Id, { minItems: 1, maxItems: 100 }),
  }),
  reply: NoContent,
  errors: ["InvalidOperation"],
  emits: [MessagesDeleted, ChannelUpdated],
  // In steps, because the ids are checked between the reason, which `validate` precedes, and the channel.
  async handleInSteps({ body: { ids }, caller: { userId: by }, reason, services, authorize, write, fail }) {
    if (!areRecentIds(ids, services.clock.now())) throw fail("InvalidOperation");
    await write(async (tx) => deleteMessagesInBulk(tx, await authorize(tx), { ids, by, reason }));
  },
});
