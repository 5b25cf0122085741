import { hostname } from "node:os";
import type { TSchema } from "typebox";
import packageFile from "../package.json" with { type: "json" };
import { assertEncryption } from "./backup/encryption/choose-encryption.ts";
import { scheduledBackups } from "./backup/scheduled.ts";
import { describeUrl } from "./config/describe-url.ts";
import { ConfigError } from "./config/load.ts";
import type { Config } from "./config/schema.ts";
import type { Services } from "./declare/services.ts";
import {
  endpoints,
  events,
  hooks,
  jobs,
  lockRules,
  mayConnect,
  providers,
  readyParts,
  routes,
} from "./domains/index.ts";
import { createMsgpackCodec } from "./gateway/codec.ts";
import type { Connection } from "./gateway/connection.ts";
import { Gateway } from "./gateway/gateway.ts";
import { type BetweenSteps, describeReady } from "./gateway/ready.ts";
import { SharedPresence } from "./gateway/shared-presence.ts";
import { createApp } from "./http/app.ts";
import { createAddressFinder, rateLimitKeyOfAddress } from "./http/client-address.ts";
import { askToClose, closeListener } from "./http/close-listener.ts";
import { listenForMetrics } from "./http/metrics-listener.ts";
import { matchedPath, queryOf } from "./http/request-path.ts";
import { lockInstance } from "./lock-instance.ts";
import { newestVersion } from "./migrations/index.ts";
import { openMetrics, registerMetrics } from "./open-metrics.ts";
import { type OpenedServices, openServices, type ServiceOverrides } from "./open-services.ts";
import { about } from "./platform/about.ts";
import { createInProcessBus } from "./platform/bus/in-process.ts";
import type { Bus } from "./platform/bus/port.ts";
import type { PostgresBusOptions } from "./platform/bus/postgres.ts";
import { openCounters } from "./platform/counters/open.ts";
import type { Counters } from "./platform/counters/port.ts";
import { repairModes } from "./platform/data-directory.ts";
import { measureProcess } from "./platform/metrics/process-metrics.ts";
import { checkClusterConfig } from "./platform/nodes/check-config.ts";
import type { Cluster } from "./platform/nodes/cluster.ts";
import type { NodeLink } from "./platform/nodes/port.ts";
import type { SingleServerOptions } from "./platform/nodes/single-server.ts";
import type { Signalling } from "./platform/voice/port.ts";
import { SignalAdmission } from "./platform/voice/signal-admission.ts";
import type { SignalRelay } from "./platform/voice/signal-relay.ts";
import { isSignalPath, relaySignals, withRelays } from "./platform/voice/signal-sockets.ts";
import { LiveKitSupervisor } from "./platform/voice/supervisor.ts";
import { findVoiceSource } from "./platform/voice/voice-source.ts";
import { clockIsBehindBy } from "./startup/clock-check.ts";
import { checkWebPushKey } from "./startup/key-check.ts";
import { withLockCheck } from "./store/lock-check.ts";
import { createStore, type Store } from "./store/store.ts";
import type { OwnClient } from "./web/client-source.ts";
import type { LiveClient } from "./web/live-client.ts";
import { WebPages } from "./web/web-pages.ts";
import { Interval } from "./worker/interval.ts";
import { createRelay } from "./worker/outbox-relay.ts";
import { systemJobs } from "./worker/system-jobs.ts";
import { Worker } from "./worker/worker.ts";

/** Replacements for tests. */
export interface ServerOverrides extends ServiceOverrides {
  /** For tests: checks replies and permissions against their declarations, and locks against the rules. */
  readonly checkReplies?: boolean;
  /** Called between the steps of every Ready. */
  readonly betweenReadySteps?: BetweenSteps;
  /** How long no request must come before a stop closes the connections of clients. */
  readonly quietMs?: number;
  /** The web client to serve, unless the configuration says otherwise. Without it there are only plain pages. */
  readonly ownClient?: OwnClient;
}

export interface RunningServer {
  readonly port: number;
  /** Undefined if metrics are off. */
  readonly metricsPort: number | undefined;
  readonly services: Services;
  readonly store: Store;
  readonly bus: Bus;
  readonly worker: Worker;
  readonly gateway: Gateway;
  readonly cluster: Cluster | undefined;
  /** Resolves with the reason once the process has to end, because the disk failed or another server has its place. */
  readonly failed: Promise<unknown>;
  /** Finishes the requests and jobs that run, then closes everything. */
  stop(): Promise<void>;
}

async function openCluster(
  node: string | undefined,
  { services, presence }: OpenedServices,
  onError: (error: unknown) => void,
): Promise<Cluster | undefined> {
  if (node === undefined) return undefined;
  const { Cluster } = await import("./platform/nodes/cluster.ts");
  return Cluster.open({
    ...services,
    node,
    entries: () => presence.entriesHere(),
    ...versionsOf(services),
    onError,
  });
}

/** What the table of nodes says of this program. */
function versionsOf({ log }: Services) {
  return {
    version: packageFile.version,
    schemaVersion: newestVersion,
    onNewerSchema: (found: number) =>
      log.warn(
        { database: found, known: newestVersion },
        "a newer version has migrated the database; upgrade this node too",
      ),
  };
}

/** A single server is in the table of nodes too, so that no upgrade overlooks it. */
async function enterTableOfNodes(
  services: Services,
  state: SingleServerOptions["state"],
): Promise<AsyncDisposable> {
  const { registerSingleServer } = await import("./platform/nodes/single-server.ts");
  const { database_url: url, database, port } = services.config;
  return registerSingleServer({
    ...versionsOf(services),
    url,
    host: `${hostname()}:${port}`,
    queryTimeoutMs: database.query_timeout_ms,
    state,
    onError: (error) => services.log.warn({ err: error }, "the table of nodes cannot be reached"),
  });
}

async function openBus(
  { database_url: url, database }: Config,
  link: NodeLink | undefined,
  reporters: Pick<PostgresBusOptions, "onListenerError" | "onReadError">,
): Promise<Bus> {
  if (url === "") return createInProcessBus(reporters.onListenerError);
  const { CommitLog } = await import("./platform/database/postgres/commit-log.ts");
  const { PostgresBus } = await import("./platform/bus/postgres.ts");
  const log = new CommitLog({ url, queryTimeoutMs: database.query_timeout_ms });
  return PostgresBus.open({ log, ...reporters, ...(link && { link }) });
}

const pollMs = 1_000;
const trimMs = 60_000;

/** Opens all parts of the server, the listener last. They close in reverse order, also when a step fails. */
export async function startServer(config: Config, overrides: ServerOverrides = {}): Promise<RunningServer> {
  await using opening = new AsyncDisposableStack();
  const closeLater = (close: () => Promise<unknown>) => opening.defer(async () => void (await close()));
  const grace = config.http.shutdown_grace_ms;
  let stoppedAt = Number.NaN;
  /** What is left of the grace period, which all steps of the shutdown share. */
  const remainingGraceMs = () => Math.max(0, grace - (performance.now() - stoppedAt || 0));
  let isClosing = false;
  let port = config.port;
  const { refusal, warnings } = checkClusterConfig(config);
  if (refusal) throw new ConfigError(refusal);
  await assertEncryption(config);
  // Before anything is changed or migrated: another server may be running.
  const replaced = Promise.withResolvers<unknown>();
  const mode = config.cluster.enabled ? "shared" : "alone";
  await lockInstance({ ...config, mode }, opening, replaced.resolve);
  const { repaired, open } = repairModes(config.data_dir);
  const collected = await openMetrics(config, () => opened.services.log);
  const node = config.cluster.enabled ? crypto.randomUUID() : undefined;
  const opened = opening.use(
    await openServices(config, { ...overrides, node, ...(collected && { metrics: collected }) }, () => port),
  );
  const { database, services, presence } = opened;
  const { log, clock, vault, secrets } = services;
  await checkWebPushKey(database, vault, secrets);
  if (repaired > 0) log.warn({ repaired }, "files in the data directory were open to other users");
  if (open.length > 0)
    log.warn({ open: open.slice(0, 10) }, "other users can open a part of the data directory");
  for (const warning of warnings) log.warn(warning);
  const behindMs = await clockIsBehindBy(database, clock.now());
  if (behindMs > 0)
    log.warn({ behindMs }, "the clock is behind the time of the last run: check the time of this machine");
  const logFailure = (error: unknown) => log.error({ err: error }, "background work failed");
  const cluster = await openCluster(node, opened, logFailure);
  if (cluster) opening.use(cluster);
  const counters = await about(`Redis at ${describeUrl(config.redis_url)} (redis_url)`, () =>
    openCounters(config, { clock, log, liveNodes: () => cluster?.size ?? 1 }),
  );
  closeLater(() => counters.close());
  const bus = await openBus(config, cluster?.link, {
    onListenerError: (error) => log.error({ err: error }, "a listener failed"),
    onReadError: (error) => log.warn({ err: error }, "the log of events cannot be read"),
  });
  closeLater(() => bus.close());
  const store: Store = createStore({
    database,
    services,
    hooks,
    providers,
    publish: bus,
    onJobs: () => void worker.drain().catch(logFailure),
  });
  registerMetrics({ services, store, database, bus });
  opening.use(measureProcess(services.metrics, packageFile.version));
  const usedStore = overrides.checkReplies ? withLockCheck(store, lockRules) : store;
  const worker = new Worker({
    store: usedStore,
    services,
    jobs: [...jobs, ...systemJobs, ...scheduledBackups(config, database)],
  });
  closeLater(() => worker.stop(remainingGraceMs()));
  await worker.schedulePeriodic({ isAlone: cluster === undefined });
  // The interval does not wait for the jobs: the worker itself waits for them when it stops.
  const jobPolling = new Interval(pollMs, async () => void worker.drain().catch(logFailure), logFailure);
  closeLater(() => jobPolling.stop());
  const relay = createRelay(store, bus);
  const outboxPolling = new Interval(pollMs, relay, logFailure);
  closeLater(() => outboxPolling.stop());

  const website = opening.use(new WebPages(services, overrides.ownClient));
  const app = createApp({
    routes,
    endpoints,
    store: usedStore,
    services,
    counters,
    checkReplies: overrides.checkReplies ?? false,
    followsEvents: () => Number.isNaN(stoppedAt) && bus.isCurrent,
    website,
  });
  closeLater(() => app.settle());
  const gateway = new Gateway({
    bus,
    store,
    services,
    presence,
    counters: counters.approximate,
    relay,
    reportPresence: cluster && ((change) => cluster.reports.report(change)),
    readyParts,
    between: overrides.betweenReadySteps,
    msgpack: createMsgpackCodec(packetSchemas()),
  });
  opening.use(services.activity.record(() => gateway.connections, cluster?.node));
  const state = () => ({ position: bus.position, connections: gateway.connections });
  const registry = await cluster?.register(state);
  if (!cluster && config.database_url !== "") opening.use(await enterTableOfNodes(services, state));
  if (cluster && registry)
    opening.use(
      await SharedPresence.open({
        presence,
        reports: cluster.reports,
        link: cluster.link,
        registry,
        announcer: gateway.announcer,
        graceMs: config.events.offline_grace_ms,
        now: () => clock.now(),
        onError: logFailure,
      }),
    );
  const trimming = new Interval(
    trimMs,
    async () => bus.trim(registry?.reachedByAll ?? bus.position),
    logFailure,
  );
  closeLater(() => trimming.stop());
  const listener = await about(`The address ${config.host}:${config.port} (host, port) cannot be used`, () =>
    listen(config, {
      app,
      gateway,
      calls: openCalls(services, store, counters.approximate),
      live: liveClientOf(overrides),
      isClosing: () => isClosing,
    }),
  );
  closeLater(() => {
    isClosing = true;
    return closeListener(listener, {
      requests: () => services.activity.totals.requests,
      quietMs: overrides.quietMs,
      graceMs: remainingGraceMs(),
    });
  });
  await gateway.start(listener);
  // Streams close while requests are still served.
  closeLater(() => gateway.stop(remainingGraceMs()));
  port = listener.port ?? config.port;
  await website.open();
  const metricsListener = collected && listenForMetrics(config.metrics, collected);
  if (metricsListener) closeLater(() => metricsListener.stop(true));
  const source = findVoiceSource(config);
  if (source.kind === "program") {
    const secret = secrets.liveKit;
    const liveKit = new LiveKitSupervisor({ ...source, config, log, secret, listeningPort: port });
    // The first step of a shutdown: what LiveKit reports at its end still reaches this server.
    closeLater(() => liveKit.stop());
  }
  const parts = opening.move();
  const stop = async () => {
    // From now on `/ready` fails. A load balancer gets the time to notice it.
    stoppedAt = performance.now();
    await Bun.sleep(config.http.shutdown_delay_ms);
    stoppedAt = performance.now();
    await parts.disposeAsync();
  };
  const failed = Promise.race([
    replaced.promise,
    ...(config.database.exit_on_failed_sync ? [database.failed] : []),
  ]);
  const metricsPort = metricsListener?.port;
  return { port, metricsPort, services, store, bus, worker, gateway, cluster, failed, stop };
}

/** The schema of every event, by its name. */
function packetSchemas(): [string, TSchema][] {
  return [...events, describeReady(readyParts)].map(({ name, payload }) => [name, payload]);
}

interface ListenerParts {
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

function liveClientOf({ ownClient }: ServerOverrides): LiveClient | undefined {
  return ownClient && "live" in ownClient ? ownClient.live : undefined;
}

/** The data of a socket: a connection of the event stream, or the relay of a client in a call. */
type SocketData = Connection | SignalRelay;

function listen(
  config: Config,
  { app, gateway, calls, live, isClosing }: ListenerParts,
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
        path === "/ws"
          ? gateway.createConnection(queryOf(request.url), limitKeyOf(request, peer()))
          : undefined;
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
      return isClosing() ? response.then(askToClose) : response;
    },
    websocket: calls || live ? withRelays(gateway.sockets) : gateway.sockets,
  });
}
