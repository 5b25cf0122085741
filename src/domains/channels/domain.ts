import type { Domain } from "../../declare/domain.ts";
import { provide } from "../../declare/query-provider.ts";
import { countOf, Statistics } from "../operators/index.ts";
import * as events from "./events.ts";
import { conversationsReady } from "./ready.ts";
import { createChannelRoute } from "./routes/create-channel.ts";
import { deleteChannelRoute } from "./routes/delete-channel.ts";
import { editChannelRoute } from "./routes/edit-channel.ts";
import { fetchChannelRoute } from "./routes/fetch-channel.ts";
import { setChannelDefaultPermissionsRoute } from "./routes/set-channel-default-permissions.ts";
import { setChannelRolePermissionsRoute } from "./routes/set-channel-role-permissions.ts";
import { serversReady } from "./servers-ready.ts";
import { sharedServers } from "./store/shared-servers.ts";

/** Channels of every kind: model, tables, events, views, access, edits, deletion. */
export const channels: Domain = {
  name: "channels",
  routes: [
    createChannelRoute,
    fetchChannelRoute,
    editChannelRoute,
    deleteChannelRoute,
    setChannelDefaultPermissionsRoute,
    setChannelRolePermissionsRoute,
  ],
  events: Object.values(events),
  ready: [conversationsReady, serversReady],
  resources: [sharedServers],
  providers: [provide(Statistics, countOf("channels"))],
};
