import type { Domain } from "../../declare/domain.ts";
import { provide } from "../../declare/query-provider.ts";
import { countOf, Statistics } from "../operators/index.ts";
import * as events from "./events.ts";
import { conversationsReady } from "./ready.ts";
import * as routes from "./routes/index.ts";
import { serversReady } from "./servers-ready.ts";
import { sharedServers } from "./store/shared-servers.ts";

/** Channels of every kind: model, tables, events, views, access, edits, deletion. */
export const channels: Domain = {
  name: "channels",
  routes: Object.values(routes),
  events: Object.values(events),
  ready: [conversationsReady, serversReady],
  resources: [sharedServers],
  providers: [provide(Statistics, countOf("channels"))],
};
