import { runLiveKit } from "../compose/open-voice.ts";
import type { Config } from "../config/schema.ts";
import type { Services } from "../declare/services.ts";
import { mayConnect } from "../domains/index.ts";
import type { Connection } from "../gateway/connection.ts";
import type { Gateway } from "../gateway/gateway.ts";
import type { createApp } from "../http/app.ts";
import { createAddressFinder, rateLimitKeyOfAddress } from "../http/client-address.ts";
import { askToClose, closeListener } from "../http/close-listener.ts";
import { listenForMetrics } from "../http/metrics-listener.ts";
import { matchedPath } from "../http/router.ts";
import type { Counters } from "../platform/counters/port.ts";
import { about } from "../platform/text/about.ts";
import type { Signalling } from "../platform/voice/port.ts";
import { SignalAdmission } from "../platform/voice/signal-admission.ts";
import type { SignalRelay } from "../platform/voice/signal-relay.ts";
import { isSignalPath, relaySignals, withRelays } from "../platform/voice/signal-sockets.ts";
import type { Store } from "../store/store.ts";
import type { LiveClient } from "../web/live-client.ts";
import type { Instance } from "./open-instance.ts";
import type { Interfaces } from "./open-interfaces.ts";
import type { Shutdown } from "./shutdown.ts";

interface ListenOptions extends Interfaces {
  readonly store: Store;
  readonly counters: Counters;
  readonly live: LiveClient | undefined;
  readonly shutdown: Shutdown;
  readonly quietMs: number | undefined;
}

/** Listens for clients and, on ports of their own, for Prometheus and LiveKit. Returns the port of the metrics. */
export async function listen(
  { config, services, listening, rendered }: Instance,
  { app, gateway, website, store, counters, live, shutdown, quietMs }: ListenOptions,
  opening: AsyncDisposableStack,
): Promise<number | undefined> {
  let isClosing = false;
  const listener = await about(`The address ${config.host}:${config.port} (host, port) cannot be used`, () =>
    listenOn(config, {
      app,
      gateway,
      calls: openCalls(services, store, counters),
      live,
      isClosing: () => isClosing,
    }),
  );
  opening.defer(() => {
    isClosing = true;
    return closeListener(listener, {
      requests: () => services.activity.totals.requests,
      quietMs,
      graceMs: shutdown.remainingGraceMs(),
    });
  });
  await gateway.start(listener);
  // Streams close while requests are still served.
  opening.defer(() => gateway.stop(shutdown.remainingGraceMs()));
  listening.port = listener.port ?? config.port;
  await website.open();
  const metricsListener = rendered && listenForMetrics(config.metrics, rendered);
  if (metricsListener) opening.defer(() => metricsListener.stop(true));
  const stopLiveKit = runLiveKit(services, listening.port);
  // The first step of a shutdown: what LiveKit reports at its end still reaches this server.
  if (stopLiveKit) opening.defer(stopLiveKit);
  return metricsListener?.port;
}

interface ListenerDependencies {
  /** Whether clients are to close their connections. */
  readonly isClosing: () => boolean;
  readonly app: ReturnType<typeof createApp>;
  readonly gateway: Gateway;
  /** Undefined if clients do not reach LiveKit through this server. */
  readonly calls: RelayedCalls | undefined;
  /** Undefined unless somebody develops the web client. */
  readonly live: LiveClient | undefined;
}

interface RelayedCalls {
  readonly signalling: Signalling;
  readonly admission: SignalAdmission;
}

function openCalls(services: Services, store: Store, counters: Counters): RelayedCalls | undefined {
  const signalling = services.voice?.signalling;
  if (!signalling) return undefined;
  const { config, metrics } = services;
  const admission = new SignalAdmission({
    signalling,
    config,
    counters,
    metrics,
    mayConnect: (holder) => store.read((db) => mayConnect(db, holder)),
  });
  return { signalling, admission };
}

/** The data of a socket: a connection of the event stream, or the relay of a client in a call. */
type SocketData = Connection | SignalRelay;

function listenOn(
  config: Config,
  { app, gateway, calls, live, isClosing }: ListenerDependencies,
): Bun.Server<SocketData> {
  const findAddress = createAddressFinder(config.trusted_proxies);
  const limitKeyOf = ({ headers }: Request, peer: string) =>
    rateLimitKeyOfAddress(findAddress(peer, headers.get("x-forwarded-for")));
  return Bun.serve<SocketData>({
    hostname: config.host,
    port: config.port,
    development: false,
    // With it, a second server could share the port, and each would get half of the requests.
    reusePort: false,
    // In seconds, without a byte in either direction: a preview may wait for a slot of the image decoder.
    idleTimeout: 60,
    // The readers of bodies limit them, so that the refusal is an Error object.
    maxRequestBodySize: Number.MAX_SAFE_INTEGER,
    fetch(request, server) {
      const mayUpgrade = request.method === "GET" && request.headers.has("upgrade");
      const path = mayUpgrade ? matchedPath(request.url) : "";
      const peer = () => server.requestIP(request)?.address ?? "";
      const connection =
        path === "/ws" ? gateway.createConnection(request.url, limitKeyOf(request, peer())) : undefined;
      if (connection && server.upgrade(request, { data: connection })) return undefined;
      if (calls && isSignalPath(path))
        return relaySignals(request, path, {
          server,
          signalling: calls.signalling,
          refusalFor: (token) => calls.admission.refusalFor(token, limitKeyOf(request, peer())),
        });
      const relayed = mayUpgrade ? live?.relay(request, path, server) : undefined;
      if (relayed) return relayed;
      const response = app.handle(request, peer);
      return isClosing() ? Promise.resolve(response).then(askToClose) : response;
    },
    websocket: calls || live ? withRelays(gateway.sockets) : gateway.sockets,
  });
}
