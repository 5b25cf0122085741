import type { Domain } from "../../declare/domain.ts";
import { linkCaches } from "./actions/link-caches.ts";
import { mediaInMemory } from "./actions/read-prefix.ts";
import { videoStreams } from "./actions/stream-video.ts";
import { embedEndpoint } from "./endpoints/embed.ts";
import { proxyEndpoint } from "./endpoints/proxy.ts";
import { serviceRootEndpoint } from "./endpoints/service-root.ts";

export const unfurl: Domain = {
  name: "unfurl",
  endpoints: [serviceRootEndpoint, embedEndpoint, proxyEndpoint],
  resources: [linkCaches, mediaInMemory, videoStreams],
};
