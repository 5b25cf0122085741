import type { Config } from "./schema.ts";

/** The URLs under which clients reach this server. */
export interface PublicUrls {
  readonly api: string;
  readonly events: string;
  readonly app: string;
  readonly files: string;
  readonly proxy: string;
  /** The signalling of the LiveKit server that this server runs. */
  readonly voice: string;
}

/** Calls `listeningPort` when the first URL is read: with port 0 it is known only once the server listens. */
export function publicUrls(config: Config, listeningPort: () => number): PublicUrls {
  let cached: PublicUrls | undefined;
  const urls = () => {
    if (!cached) {
      const base = config.public_url || `http://localhost:${listeningPort()}`;
      const socketBase = base.replace(/^http/, "ws");
      cached = {
        api: `${base}/api`,
        events: `${socketBase}/ws`,
        app: config.app_url || base,
        files: `${base}/autumn`,
        proxy: `${base}/january`,
        voice: `${socketBase}/livekit`,
      };
    }
    return cached;
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
    get voice() {
      return urls().voice;
    },
  };
}
