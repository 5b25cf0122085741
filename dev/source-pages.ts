import type { Server } from "bun";
import type { Services } from "../src/declare/services.ts";
import type { Entry, Website } from "../src/http/app.ts";
import { respond } from "../src/http/respond.ts";
import { SignalRelay } from "../src/platform/voice/signal-relay.ts";
import type { LiveClient } from "../src/web/live-client.ts";
import { adminHeaders, clientHeaders } from "../src/web/security-headers.ts";
import { socketPath } from "../web/socket-path.ts";
import { allowLiveSources } from "./allow-live-sources.ts";

/** Headers of requests and responses that are passed on. Both sides are on this machine, so nothing is compressed. */
const asked = ["accept", "if-none-match"];
const answered = ["content-type", "cache-control", "etag"];

const sockets: readonly string[] = [`/${socketPath}`, `/admin/${socketPath}`];

/** Passes requests for pages, and their sockets, on to the program that serves the sources. */
export class SourcePages implements LiveClient {
  readonly #address: string;

  constructor(address: string) {
    this.#address = address;
  }

  open(services: Services): { client: Website; admin: Website } {
    return {
      client: this.#passOn(allowLiveSources(clientHeaders(services))),
      admin: this.#passOn(allowLiveSources(adminHeaders(services))),
    };
  }

  relay(
    request: Request,
    path: string,
    server: Server<SignalRelay>,
  ): Promise<Response | undefined> | undefined {
    return sockets.includes(path) ? this.#connect(request, server) : undefined;
  }

  #passOn(security: Readonly<Record<string, string>>): Website {
    return {
      find: (request): Entry | undefined => {
        if (request.method !== "GET" && request.method !== "HEAD") return undefined;
        return {
          label: "a source of the web client",
          serve: async ({ response: context }) => {
            const response = await this.#fetch(request);
            const headers = { ...security, ...pick(response.headers, answered) };
            return respond(response.body, { status: response.status, headers }, context);
          },
        };
      },
    };
  }

  async #fetch(request: Request): Promise<Response> {
    try {
      return await fetch(this.#addressOf(request), {
        method: request.method,
        headers: { ...pick(request.headers, asked), "accept-encoding": "identity" },
      });
    } catch {
      return new Response("The sources of the web client are not served: start `npm run dev` again.\n", {
        status: 502,
        headers: { "content-type": "text/plain" },
      });
    }
  }

  async #connect(request: Request, server: Server<SignalRelay>): Promise<Response | undefined> {
    const relay = await SignalRelay.connect(
      this.#addressOf(request).replace(/^http/, "ws"),
      // The page says in it whether it wants the changes or only to know whether the server is there again.
      pick(request.headers, ["sec-websocket-protocol", "origin"]),
    );
    if (!relay)
      return new Response("The program that serves the sources refused the socket", { status: 502 });
    if (server.upgrade(request, { data: relay })) return undefined;
    relay.abandon();
    return new Response("Expected a WebSocket", { status: 400 });
  }

  #addressOf({ url }: Request): string {
    const { pathname, search } = new URL(url, this.#address);
    // Only with the slash is it a path below the base of the admin page.
    return `${this.#address}${pathname === "/admin" ? "/admin/" : pathname}${search}`;
  }
}

function pick(headers: Headers, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.map((name) => [name, headers.get(name) ?? ""]).filter(([, value]) => value !== ""),
  );
}
