import { route } from "../../../declare/route.ts";
import { channelTarget } from "../actions/require-channel.ts";
import { Channel } from "../model.ts";

export const fetchChannelRoute = route({
  id: "channel_fetch_fetch",
  method: "GET",
  path: "/channels/:target",
  summary: "Fetch a channel that one can view.",
  auth: "user",
  limit: { bucket: "channels", by: "target" },
  on: channelTarget("target"),
  needs: "ViewChannel",
  reply: Channel,
  errors: [],
  handle: ({ access }) => access.channel,
});
