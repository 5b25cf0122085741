import type { Server } from "bun";
import type { Services } from "../declare/services.ts";
import type { Website } from "../http/app.ts";
import type { SignalRelay } from "../platform/voice/signal-relay.ts";

/** The web client and the admin page from their sources, as another program serves them during development. */
export interface LiveClient {
  open(services: Services): { readonly client: Website; readonly admin: Website };
  /** Connects a page with the socket that tells it of changes. Undefined if this is another request. */
  relay(
    request: Request,
    path: string,
    server: Server<SignalRelay>,
  ): Promise<Response | undefined> | undefined;
}
