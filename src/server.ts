import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { TSchema } from "typebox";
import { publicUrls } from "./config/public-urls.ts";
import type { Config } from "./config/schema.ts";
import { endpoints, events, hooks, jobs, providers, readyParts, resources, routes } from "./domains/index.ts";
import { createMsgpackCodec } from "./gateway/codec.ts";
import type { Connection } from "./gateway/connection.ts";
import { Gateway } from "./gateway/gateway.ts";
import { type BetweenSteps, describeReady } from "./gateway/ready.ts";
import { createApp } from "./http/app.ts";
import { matchedPath, queryOf } from "./http/request-path.ts";
import { migrations } from "./migrations/index.ts";
import { createDiskBlobs } from "./platform/blobs/disk.ts";
import type { Blobs } from "./platform/blobs/port.ts";
import { openStaging } from "./platform/blobs/staging.ts";
import { createInProcessBus } from "./platform/bus/in-process.ts";
import type { Bus } from "./platform/bus/port.ts";
import { type Clock, systemClock } from "./platform/clock.ts";
import { createInMemoryCounters } from "./platform/counters/in-memory.ts";
import { migrate } from "./platform/database/migrate.ts";
import type { Database } from "./platform/database/port.ts";
import { openSqlite } from "./platform/database/sqlite/sqlite.ts";
import { createIds } from "./platform/ids.ts";
import { ImageDecoder } from "./platform/image-decoder.ts";
import { createLog, type Log } from "./platform/log.ts";
import type { MailPort } from "./platform/mail/port.ts";
import { createGuardedFetch } from "./platform/outbound/guarded-fetch.ts";
import { InProcessPresence } from "./platform/presence/in-process.ts";
import { loadSecrets } from "./platform/secrets/secrets-file.ts";
import { createVault } from "./platform/secrets/vault.ts";
import { checkKey } from "./store/key-check.ts";
import { Resources } from "./store/resource.ts";
import type { Services } from "./store/services.ts";
import { createStore, type Store } from "./store/store.ts";
import { Interval } from "./worker/interval.ts";
import { createRelay } from "./worker/outbox-relay.ts";
import { systemJobs } from "./worker/system-jobs.ts";
import { Worker } from "./worker/worker.ts";

/** Replacements for tests. */
export interface ServerOverrides {
  readonly clock?: Clock;
  readonly log?: Log;
  readonly checkReplies?: boolean;
  /** Called between the steps of every Ready. */
  readonly betweenReadySteps?: BetweenSteps;
}

export interface RunningServer {
  readonly port: number;
  readonly services: Services;
  readonly store: Store;
  readonly bus: Bus;
  readonly worker: Worker;
  readonly gateway: Gateway;
  /** Finishes the requests and jobs that run, then closes everything. */
  stop(): Promise<void>;
}

export async function openDatabase(config: Config): Promise<Database> {
  if (config.database_url !== "") {
    // Imported on demand, so that a server on SQLite starts faster.
    const { openPostgres } = await import("./platform/database/postgres/postgres.ts");
    return openPostgres({ url: config.database_url, poolSize: config.database.pool_size });
  }
  mkdirSync(config.data_dir, { recursive: true, mode: 0o700 });
  return openSqlite({ path: join(config.data_dir, "ermine.db"), fsync: config.database.fsync });
}

/** Opens the storage of uploaded files. */
export async function openBlobs(config: Config): Promise<Blobs> {
  const folder = join(config.data_dir, "files");
  if (config.s3.bucket === "") return createDiskBlobs(folder);
  const { createS3Blobs } = await import("./platform/blobs/s3.ts");
  return createS3Blobs(config.s3, join(folder, "unfinished"));
}

export interface OpenedServices extends AsyncDisposable {
  readonly database: Database;
  readonly services: Services;
  readonly presence: InProcessPresence;
}

/** Opens what every command needs, whether it serves or not, and migrates the database. */
export async function openServices(
  config: Config,
  overrides: ServerOverrides = {},
  listeningPort = () => config.port,
): Promise<OpenedServices> {
  await using opening = new AsyncDisposableStack();
  mkdirSync(config.data_dir, { recursive: true, mode: 0o700 });
  const clock = overrides.clock ?? systemClock;
  const log = overrides.log ?? createLog(config.log.level);
  const database = await openDatabase(config);
  opening.defer(() => database.close());
  const report = await migrate(database, migrations, join(config.data_dir, "snapshots"));
  if (report.from < report.to) log.info(report, "database migrated");
  const secrets = loadSecrets(config);
  const vault = createVault(secrets.encryptionKey);
  await checkKey(database, vault);
  const mail = await openMail(config);
  const urls = publicUrls(config, listeningPort);
  const presence = new InProcessPresence();
  const ids = createIds(clock);
  if (mail) opening.defer(() => mail.close());
  const blobs = await openBlobs(config);
  opening.defer(() => blobs.close());
  const domainResources = opening.use(new Resources());
  const stageUpload = openStaging(join(config.data_dir, "uploads"));
  const services: Services = {
    config,
    clock,
    log,
    secrets,
    vault,
    mail,
    urls,
    ids,
    presence,
    blobs,
    stageUpload,
    images: new ImageDecoder(),
    resources: domainResources,
    outboundFetch: createGuardedFetch(config),
    pushFetch: createGuardedFetch({ ...config, outbound: { ...config.outbound, ...pushLimits(config) } }),
  };
  domainResources.open(resources, services);
  const opened = opening.move();
  return { database, services, presence, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

/** Push services send short responses. There are more slots than jobs can fill, so that no delivery waits for another. */
function pushLimits({ push: { timeout_ms } }: Config) {
  return { timeout_ms, concurrency: 1_000, max_bytes: 65_536 };
}

async function openMail({ smtp }: Config): Promise<MailPort | undefined> {
  if (smtp.folder !== "") {
    const { createFolderMail } = await import("./platform/mail/folder.ts");
    return createFolderMail(smtp.folder, smtp.from);
  }
  if (smtp.host === "") return undefined;
  const { createSmtpMail } = await import("./platform/mail/smtp.ts");
  return createSmtpMail(smtp);
}

const pollMs = 1_000;

/** Opens all parts of the server, the listener last. They close in reverse order, also when a step fails. */
export async function startServer(config: Config, overrides: ServerOverrides = {}): Promise<RunningServer> {
  await using opening = new AsyncDisposableStack();
  const closeLater = (close: () => Promise<unknown>) => opening.defer(async () => void (await close()));
  const grace = config.http.shutdown_grace_ms;
  let stoppedAt = Number.NaN;
  /** What is left of the grace period, which all steps of the shutdown share. */
  const remainingGraceMs = () => Math.max(0, grace - (performance.now() - stoppedAt || 0));
  let port = config.port;
  const opened = opening.use(await openServices(config, overrides, () => port));
  const { database, services, presence } = opened;
  const { log, clock } = services;
  const failed = (error: unknown) => log.error({ err: error }, "background work failed");
  const counters = createInMemoryCounters(clock);
  closeLater(() => counters.close());
  const bus = createInProcessBus((error) => log.error({ err: error }, "a listener failed"));
  closeLater(() => bus.close());

  const store: Store = createStore({
    database,
    services,
    hooks,
    providers,
    publish: bus,
    onJobs: () => void worker.drain().catch(failed),
  });
  const worker = new Worker({ store, services, jobs: [...jobs, ...systemJobs] });
  closeLater(() => worker.stop(remainingGraceMs()));
  await worker.schedulePeriodic();
  // The interval does not wait for the jobs: the worker itself waits for them when it stops.
  const jobPolling = new Interval(pollMs, async () => void worker.drain().catch(failed), failed);
  closeLater(() => jobPolling.stop());
  const relay = createRelay(store, bus);
  const outboxPolling = new Interval(pollMs, relay, failed);
  closeLater(() => outboxPolling.stop());

  const app = createApp({
    routes,
    endpoints,
    store,
    services,
    counters,
    checkReplies: overrides.checkReplies ?? false,
  });
  const gateway = await Gateway.start({
    bus,
    store,
    services,
    presence,
    relay,
    readyParts,
    between: overrides.betweenReadySteps ?? (async () => {}),
    msgpack: createMsgpackCodec(packetSchemas()),
    publisher: {
      publish: (topic, packet) => listener.publish(topic, packet),
      subscriberCount: (topic) => listener.subscriberCount(topic),
    },
  });
  const listener = listen(config, app, gateway);
  closeLater(() => closeListener(listener, remainingGraceMs()));
  // The first step of a shutdown: streams close while requests are still served.
  closeLater(() => gateway.stop(remainingGraceMs()));
  port = listener.port ?? config.port;
  const open = opening.move();
  const stop = () => {
    stoppedAt = performance.now();
    return open.disposeAsync();
  };
  return { port, services, store, bus, worker, gateway, stop };
}

/** The schema of every event, by its name. */
function packetSchemas(): [string, TSchema][] {
  return [...events, describeReady(readyParts)].map(({ name, payload }) => [name, payload]);
}

function listen(config: Config, app: ReturnType<typeof createApp>, gateway: Gateway): Bun.Server<Connection> {
  return Bun.serve<Connection>({
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
      const wantsStream = mayUpgrade && matchedPath(request.url) === "/ws";
      const connection = wantsStream ? gateway.createConnection(queryOf(request.url)) : undefined;
      if (connection && server.upgrade(request, { data: connection })) return undefined;
      return app(request, () => server.requestIP(request)?.address ?? "");
    },
    websocket: gateway.sockets,
  });
}

/** Refuses new connections, and waits for pending responses until the grace period is over. */
async function closeListener(listener: Bun.Server<Connection>, graceMs: number): Promise<void> {
  const deadline = setTimeout(() => void listener.stop(true), graceMs);
  await listener.stop();
  clearTimeout(deadline);
}
