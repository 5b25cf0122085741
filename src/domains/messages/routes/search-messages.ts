import { route } from "../../../declare/route.ts";
import { channelTarget } from "../../channels/index.ts";
import { searchMessages } from "../actions/search-messages.ts";
import { viewFoundMessages } from "../actions/view-messages.ts";
import { MessageSearch } from "../draft-model.ts";
import { BulkMessageResponse } from "../model.ts";
import { hasUnindexed, indexChannel } from "../store/unindexed-messages.ts";

export const searchMessagesRoute = route({
  id: "message_search_search",
  method: "POST",
  path: "/channels/:target/search",
  summary: "Search the messages of a channel by text, or list pinned ones.",
  auth: "user",
  noBots: true,
  limit: { bucket: "channels", by: "target" },
  on: channelTarget("target"),
  needs: "ReadMessageHistory",
  body: MessageSearch,
  validate({ body, fail }) {
    if (body.query !== undefined && body.pinned !== undefined) throw fail("InvalidOperation");
  },
  reply: BulkMessageResponse,
  errors: ["InvalidOperation"],
  // A read, though a POST: it waits for writers only where messages are not in the index yet.
  handleInSteps: ({ body, caller, authorize, read, write }) =>
    read(async (db) => {
      const { channel } = await authorize(db);
      if (await hasUnindexed(db, channel._id)) await write((tx) => indexChannel(tx, channel._id));
      const rows = await searchMessages(db, channel, body);
      return viewFoundMessages({ db, caller, channel, withUsers: body.include_users }, rows);
    }),
});
