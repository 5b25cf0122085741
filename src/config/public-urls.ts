import ipaddr from "ipaddr.js";
import type { Config } from "./schema.ts";

/** The addresses of the parts of the server. */
interface ServerAddresses {
  readonly api: string;
  readonly events: string;
  readonly app: string;
  readonly files: string;
  readonly proxy: string;
  /** The signalling of the LiveKit server that this server runs. */
  readonly voice: string;
}

/** The URLs under which clients reach this server. */
export interface PublicUrls extends ServerAddresses {
  /** Whether only a request tells under which address its client reaches the server. */
  readonly dependOnHost: boolean;
  /** The same for a client that called this `Host`, which matters if the configuration tells no address. */
  calledAt(host: string | undefined): ServerAddresses;
}

function dependsOnHost({ public_url, host }: Pick<Config, "public_url" | "host">): boolean {
  return public_url === "" && !isOfThisMachine(host);
}

function isOfThisMachine(host: string): boolean {
  return host === "localhost" || (ipaddr.isValid(host) && ipaddr.process(host).range() === "loopback");
}

const hostForm = /^([a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(:[1-9]\d{0,4})?$/i;

/** Calls `listeningPort` when the first URL is read: with port 0 it is known only once the server listens. */
export function publicUrls(config: Config, listeningPort: () => number): PublicUrls {
  let cached: ServerAddresses | undefined;
  const urls = () => {
    cached ??= addressesAt(config.public_url || `http://localhost:${listeningPort()}`, config);
    return cached;
  };
  const dependOnHost = dependsOnHost(config);
  return {
    dependOnHost,
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
    calledAt(host = "") {
      const base = `http://${host}`;
      const isUsable = dependOnHost && hostForm.test(host) && URL.canParse(base);
      return isUsable ? addressesAt(base, config) : urls();
    },
  };
}

function addressesAt(base: string, { app_url }: Config): ServerAddresses {
  const socketBase = base.replace(/^http/, "ws");
  return {
    api: `${base}/api`,
    events: `${socketBase}/ws`,
    app: app_url || base,
    files: `${base}/autumn`,
    proxy: `${base}/january`,
    voice: `${socketBase}/livekit`,
  };
}
