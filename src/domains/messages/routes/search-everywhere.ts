import { route } from "../../../declare/route.ts";
import { listReadable } from "../actions/readable-channels.ts";
import { searchAndView } from "../actions/search-and-view.ts";
import { ChannelsSearch } from "../draft-model.ts";
import { FoundMessages } from "../model.ts";

export const searchEverywhereRoute = route({
  id: "message_search_everywhere",
  method: "POST",
  path: "/search",
  summary: "Search the messages of all channels that one can read, in every server and conversation.",
  auth: "user",
  noBots: true,
  limit: { bucket: "any" },
  body: ChannelsSearch,
  reply: FoundMessages,
  errors: [],
  // A read, though a POST: it waits for writers only where messages are not in the index yet.
  handleInSteps: ({ body, caller, read, write }) =>
    read(async (db) => {
      const channels = await listReadable(db, caller.userId, body.channel);
      return searchAndView({ db, caller, channels, body, write });
    }),
});
