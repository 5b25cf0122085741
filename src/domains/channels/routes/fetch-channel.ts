import { route } from "../../../declare/route.ts";
import { Channel } from "../../conversations/index.ts";
import { requireChannel } from "../actions/require-channel.ts";

export const fetchChannelRoute = route({
  id: "channel_fetch_fetch",
  method: "GET",
  path: "/channels/:target",
  summary: "Fetch a channel that one can view.",
  auth: "user",
  limit: { bucket: "channels", by: "target" },
  reply: Channel,
  errors: ["NotFound", "MissingPermission"],
  async handle({ params, caller, db, fail }) {
    const { channel } = await requireChannel({ db, caller, fail }, params.target, "ViewChannel");
    return channel;
  },
});
