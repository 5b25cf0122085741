import type { Domain } from "../../declare/domain.ts";
import { embedEndpoint } from "./endpoints/embed.ts";
import { proxyEndpoint } from "./endpoints/proxy.ts";
import { serviceRootEndpoint } from "./endpoints/service-root.ts";
import { linkCaches, mediaInMemory, pageTurns, videoStreams } from "./resources.ts";

/** Link previews, and a proxy for their media. */
export const unfurl: Domain = {
  name: "unfurl",
  endpoints: [serviceRootEndpoint, embedEndpoint, proxyEndpoint],
  resources: [linkCaches, mediaInMemory, pageTurns, videoStreams],
};
