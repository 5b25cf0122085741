import { route } from "../../../declare/route.ts";
import type { Reader } from "../../../store/tx.ts";
import { requireUser } from "../../users/index.ts";
import { openDirectMessage } from "../actions/open-direct-message.ts";
import { ChannelOpened } from "../events.ts";
import { Channel } from "../model.ts";

export const openDirectMessageRoute = route({
  id: "open_dm_open_dm",
  method: "GET",
  path: "/users/:target/dm",
  summary: "Open the conversation with another user, or one's saved messages.",
  auth: "user",
  limit: { bucket: "users" },
  reply: Channel,
  errors: ["NotFound", "MissingPermission"],
  emits: [ChannelOpened],
  handleInSteps: ({ params, caller, read, write, fail }) => {
    const authorize = (db: Reader) => requireUser({ db, caller, fail }, params.target, "SendMessage");
    return openDirectMessage({ authorize, read, write }, caller.userId, params.target);
  },
});
