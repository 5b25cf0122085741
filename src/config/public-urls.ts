import type { Config } from "./schema.ts";

/** Addresses under which clients find this server. */
export interface PublicUrls {
  readonly api: string;
  readonly events: string;
  readonly app: string;
}

/** `listeningPort` is asked late: with port 0 it is known only once the server listens. */
export function publicUrls(config: Config, listeningPort: () => number): PublicUrls {
  const base = () => config.public_url || `http://localhost:${listeningPort()}`;
  return {
    get api() {
      return `${base()}/api`;
    },
    get events() {
      return `${base().replace(/^http/, "ws")}/ws`;
    },
    get app() {
      return config.app_url || base();
    },
  };
}
