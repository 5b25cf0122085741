import { createResource } from "solid-js";
import type { RevoltConfig } from "../../../protocol/types.ts";
import type { Addresses } from "../model/files.ts";
import { Api } from "./api.ts";

/** Where the API of this page's server is. */
export const apiUrl = `${location.origin}/api`;

/** The API without a session, for the pages before the login. */
export const publicApi = new Api({ url: apiUrl });

/** What the server says of itself: its features and the addresses of its parts. */
export type ServerConfiguration = RevoltConfig;

const [configuration, { refetch }] = createResource(() => publicApi.get("/"));

export { configuration, refetch as refetchConfiguration };

/** Where the pages of this client are: here, and where the server says. */
export function ownOrigins(): readonly string[] {
  const app = URL.parse(configuration()?.app ?? "")?.origin;
  return app ? [location.origin, app] : [location.origin];
}

/** The server that new accounts join, if the host is there for one. */
export const community = () => configuration()?.features.community;

/** Whether this server has calls. */
export const hasVoice = () => configuration()?.features.livekit?.enabled === true;

/** Where the server hands out files and images. */
export const addresses: Addresses = {
  api: apiUrl,
  get files() {
    return configuration()?.features.autumn.url ?? "";
  },
  proxied(url) {
    const proxy = configuration()?.features.january;
    return proxy?.enabled && URL.canParse(url)
      ? `${proxy.url}/proxy?url=${encodeURIComponent(url)}`
      : undefined;
  },
};
