import { route } from "../../../declare/route.ts";
import { Channel, ChannelOpened } from "../../channels/index.ts";
import { userTarget } from "../../users/index.ts";
import { openDirectMessage } from "../actions/open-direct-message.ts";

export const openDirectMessageRoute = route({
  id: "open_dm_open_dm",
  method: "GET",
  path: "/users/:target/dm",
  summary: "Open the conversation with another user, or one's saved messages.",
  auth: "user",
  limit: { bucket: "users" },
  on: userTarget("target"),
  needs: "SendMessage",
  reply: Channel,
  errors: [],
  emits: [ChannelOpened],
  handleInSteps: ({ params, caller, authorize, read, write }) =>
    openDirectMessage({ authorize, read, write }, caller.userId, params.target),
});
