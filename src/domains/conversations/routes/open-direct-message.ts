import { route } from "../../../declare/route.ts";
import type { Reader } from "../../../store/tx.ts";
import { requireUser } from "../../users/index.ts";
import { openDirectMessage as open } from "../actions/open-direct-message.ts";
import { ChannelOpened } from "../events.ts";
import { Channel } from "../model.ts";
import { pairOf } from "../rules/pair.ts";
import { findByPair } from "../store/conversations.ts";

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
  async handleInSteps({ params, caller, read, write, fail }) {
    const find = async (db: Reader) => {
      const { target } = await requireUser({ db, caller, fail }, params.target, "SendMessage");
      return findByPair(db, pairOf(caller.userId, target.id));
    };
    // Most conversations are there already, and a read is enough for those.
    const known = await read(find);
    return known ?? write(async (tx) => (await find(tx)) ?? open(tx, caller.userId, params.target));
  },
});
