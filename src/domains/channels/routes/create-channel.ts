import { route } from "../../../declare/route.ts";
import { ServerUpdated, serverTarget } from "../../members/index.ts";
import { createChannel } from "../actions/create-channel.ts";
import { ChannelOpened } from "../events.ts";
import { Channel, ServerChannelDraft } from "../model.ts";

export const createChannelRoute = route({
  id: "channel_create_create_server_channel",
  method: "POST",
  path: "/servers/:server/channels",
  summary: "Create a channel in a server.",
  auth: "user",
  limit: { bucket: "servers", by: "server" },
  on: serverTarget("server"),
  needs: "ManageChannel",
  locks: true,
  audited: true,
  body: ServerChannelDraft,
  reply: Channel,
  errors: ["TooManyChannels"],
  emits: [ServerUpdated, ChannelOpened],
  handle: ({ access, body, caller, reason, tx }) =>
    createChannel(tx, access.server.id, { draft: body, by: caller.userId, reason }),
});
