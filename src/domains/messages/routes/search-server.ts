import { route } from "../../../declare/route.ts";
import { membershipTarget } from "../../members/index.ts";
import { listReadableInServer, onlyChannel } from "../actions/readable-channels.ts";
import { searchAndView } from "../actions/search-and-view.ts";
import { ChannelsSearch } from "../draft-model.ts";
import { FoundMessages } from "../model.ts";

export const searchServerRoute = route({
  id: "message_search_server",
  method: "POST",
  path: "/servers/:target/search",
  summary: "Search the messages of all channels of a server that one can read.",
  auth: "user",
  noBots: true,
  limit: { bucket: "servers", by: "target" },
  on: membershipTarget("target"),
  body: ChannelsSearch,
  reply: FoundMessages,
  errors: [],
  // A read, though a POST: it waits for writers only where messages are not in the index yet.
  handleInSteps: ({ body, caller, authorize, read, write }) =>
    read(async (db) => {
      const readable = await listReadableInServer(db, await authorize(db));
      const channels = onlyChannel(readable, body.channel);
      return searchAndView({ db, caller, channels, body, write });
    }),
});
