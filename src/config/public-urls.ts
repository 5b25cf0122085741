import type { Config } from "./schema.ts";

/** Addresses under which clients find this server. */
export interface PublicUrls {
  readonly api: string;
  readonly events: string;
  readonly app: string;
  readonly files: string;
  readonly proxy: string;
}

/** `listeningPort` is asked when the first address is: with port 0 it is known only once the server listens. */
export function publicUrls(config: Config, listeningPort: () => number): PublicUrls {
  let known: PublicUrls | undefined;
  const urls = () => {
    if (!known) {
      const base = config.public_url || `http://localhost:${listeningPort()}`;
      known = {
        api: `${base}/api`,
        events: `${base.replace(/^http/, "ws")}/ws`,
        app: config.app_url || base,
        files: `${base}/autumn`,
        proxy: `${base}/january`,
      };
    }
    return known;
  };
  return {
    get api() {
      return urls().api;
    },
    get events() {
      return urls().events;
    },
    get app() {
      return urls().app;
    },
    get files() {
      return urls().files;
    },
    get proxy() {
      return urls().proxy;
    },
  };
}
