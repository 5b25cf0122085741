import Type from "typebox";
import { readyPart } from "../../declare/ready.ts";
import { conversationsReady, serversReady } from "../channels/index.ts";
import { listUnreads } from "./actions/list-unreads.ts";
import { ChannelUnread } from "./model.ts";

export const unreadsReady = readyPart({
  step: "unreads",
  fields: { channel_unreads: Type.Array(ChannelUnread) },
  load(db, { userId, selection, get }) {
    if (!selection.fields.has("channel_unreads")) return [];
    const { servers, channels } = get(serversReady);
    return listUnreads(db, userId, {
      servers: servers.map((server) => server.channels),
      visibleChannels: () => new Set([...get(conversationsReady), ...channels].map(({ _id }) => _id)),
    });
  },
  render: (channel_unreads) => ({ channel_unreads }),
});
