import { join } from "node:path";
import { sql } from "kysely";
import { publicUrls } from "../config/public-urls.ts";
import type { Config } from "../config/schema.ts";
import type { Services } from "../declare/services.ts";
import { resources } from "../domains/index.ts";
import { migrations } from "../migrations/index.ts";
import { openStaging } from "../platform/blobs/staging.ts";
import { type Clock, systemClock } from "../platform/clock/clock.ts";
import { CooperativeScheduler } from "../platform/concurrency/cooperative-scheduler.ts";
import { createDataDirectory } from "../platform/data-directory/data-directory.ts";
import { migrate } from "../platform/database/migrate.ts";
import type { Database } from "../platform/database/port.ts";
import type { SqliteOptions } from "../platform/database/sqlite/sqlite.ts";
import { refuseUnfinishedCopy } from "../platform/database/unfinished-copy.ts";
import type { UpgradeProgress } from "../platform/database/upgrade-progress.ts";
import { createIds } from "../platform/ids/ids.ts";
import { ImageDecoder } from "../platform/images/image-decoder.ts";
import { createLog, type Log, logFormatOf } from "../platform/log/log.ts";
import { logOutages } from "../platform/log/log-outages.ts";
import type { MailPort } from "../platform/mail/port.ts";
import { Activity } from "../platform/metrics/activity.ts";
import type { RenderedMetrics } from "../platform/metrics/port.ts";
import { type Metrics, noMetrics } from "../platform/metrics/port.ts";
import { createGuardedFetch } from "../platform/outbound/guarded-fetch/guarded-fetch.ts";
import { PresenceTable } from "../platform/presence/presence-table.ts";
import { Apns } from "../platform/push/apns/apns.ts";
import { Fcm } from "../platform/push/fcm/fcm.ts";
import { GuardedPush } from "../platform/push/guarded-push.ts";
import type { Push } from "../platform/push/port.ts";
import { WebPush } from "../platform/push/web-push/web-push.ts";
import { loadOrCreateSecrets, loadSecrets, type Secrets } from "../platform/secrets/secrets-file.ts";
import { createVault } from "../platform/secrets/vault.ts";
import { about } from "../platform/text/about.ts";
import { checkKey, hasKey } from "../startup/key-check.ts";
import { openBlobs } from "./open-blobs.ts";
import { databaseLocation, openDatabase, openExistingDatabase, snapshotsOf } from "./open-database.ts";
import { openVoice } from "./open-voice.ts";
import { Resources } from "./resources.ts";

/** Replacements for tests, and what a program wants to know. */
export interface ServiceOverrides extends Pick<SqliteOptions, "syncLog" | "checkpointPages"> {
  readonly clock?: Clock;
  readonly log?: Log;
  readonly onUpgradeProgress?: UpgradeProgress;
}

export interface OpenedServices extends AsyncDisposable {
  readonly database: Database;
  readonly services: Services;
  readonly presence: PresenceTable;
}

/** Opens what the server needs. Creates the data directory, the database and the secrets, and migrates the database. */
export async function openServices(
  config: Config,
  overrides: ServiceOverrides & { readonly metrics?: Metrics; readonly node?: string | undefined } = {},
  listeningPort = () => config.port,
): Promise<OpenedServices> {
  await using opening = new AsyncDisposableStack();
  createDataDirectory(config.data_dir);
  if (config.s3.bucket === "") createDataDirectory(join(config.data_dir, "files"));
  const log = overrides.log ?? createLog(config.log.level, logFormatOf(config.log));
  const location = databaseLocation(config);
  const database = await about(location, async () => {
    const { metrics = noMetrics, syncLog, node } = overrides;
    const opened = opening.use(await openDatabase(config, { metrics, node, ...(syncLog && { syncLog }) }));
    await refuseUnfinishedCopy(opened);
    return opened;
  });
  // Before anything is migrated or created: without its key, a database stays as it is.
  const known = await secretsOf(database, config);
  const progress: UpgradeProgress = (text, nextWithinMs) => {
    log.info(text);
    // The next step may block this thread for long.
    log.flush();
    overrides.onUpgradeProgress?.(text, nextWithinMs);
  };
  const report = await about(location, () =>
    migrate(database, migrations, { ...snapshotsOf(config), progress }),
  );
  if (report.from < report.to) log.info(report, "database migrated");
  const secrets = known ?? (await createSecrets(database, config));
  const dependencies = { config, secrets, overrides: { ...overrides, log }, listeningPort };
  return await openOn(database, opening, dependencies);
}

/** Opens what a command needs, on the database of a server. Creates and migrates nothing. */
export async function openExistingServices(
  config: Config,
  overrides: ServiceOverrides = {},
): Promise<OpenedServices> {
  await using opening = new AsyncDisposableStack();
  const database = opening.use(await openExistingDatabase(config, overrides));
  // A database that was only migrated has no key yet, so that commands can be run before the first start.
  const secrets = (await secretsOf(database, config)) ?? (await createSecrets(database, config));
  return await openOn(database, opening, { config, secrets, overrides, listeningPort: () => config.port });
}

/** The secrets that a database was written with; undefined if it has none yet. Throws if they are not there. */
async function secretsOf(database: Database, config: Config): Promise<Secrets | undefined> {
  if (!(await hasKey(database))) return undefined;
  const secrets = loadSecrets(config);
  await checkKey(database, createVault(secrets.encryptionKey));
  return secrets;
}

/** The secrets for a database that has none yet. */
async function createSecrets(database: Database, config: Config): Promise<Secrets> {
  const secrets = loadOrCreateSecrets(config);
  await checkKey(database, createVault(secrets.encryptionKey));
  return secrets;
}

/** Opens what a command needs on a database whose own secrets are lost. What they sealed cannot be read. */
export async function openWithOtherSecrets(config: Config, secrets: Secrets): Promise<OpenedServices> {
  await using opening = new AsyncDisposableStack();
  const database = opening.use(await openExistingDatabase(config));
  const overrides = { log: createLog("silent") };
  return await openOn(database, opening, { config, secrets, overrides, listeningPort: () => config.port });
}

interface ServiceDependencies {
  readonly config: Config;
  readonly secrets: Secrets;
  readonly overrides: ServiceOverrides & { readonly metrics?: Metrics };
  readonly listeningPort: () => number;
}

/** Opens the services on a database that `opening` closes. What is returned closes all of it. */
async function openOn(
  database: Database,
  opening: AsyncDisposableStack,
  { config, secrets, overrides, listeningPort }: ServiceDependencies,
): Promise<OpenedServices> {
  const clock = overrides.clock ?? systemClock;
  const { log } = opening.use(
    logOutages(overrides.log ?? createLog(config.log.level, logFormatOf(config.log)), () => probe(database)),
  );
  const { metrics = noMetrics } = overrides;
  const vault = createVault(secrets.encryptionKey);
  const mail = await openMail(config);
  const urls = publicUrls(config, listeningPort);
  const presence = new PresenceTable();
  const ids = createIds(clock);
  const voice = await openVoice(config, secrets, urls);
  if (voice) opening.defer(() => voice.close());
  if (mail) opening.defer(() => mail.close());
  const blobs = opening.use(await openBlobs(config));
  const domainResources = opening.use(new Resources());
  const push = opening.use(openPush(config, { clock, log, vapid: secrets.vapid }));
  const stageUpload = openStaging(join(config.data_dir, "uploads"));
  const services: Services = {
    config,
    clock,
    log,
    metrics,
    activity: new Activity(clock),
    secrets,
    vault,
    mail,
    openMail: (smtp) => openMail({ smtp }),
    voice,
    urls,
    ids,
    presence,
    blobs,
    openBlobs: (engine) => openBlobs(config, engine),
    stageUpload,
    images: new ImageDecoder(),
    scheduler: new CooperativeScheduler(),
    resources: domainResources,
    outboundFetch: createGuardedFetch(config, { clock, share: previewShare }),
    push,
  };
  domainResources.open(resources, services);
  const opened = opening.move();
  return { database, services, presence, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

/** Throws while the database does not respond. */
function probe(database: Database): Promise<unknown> {
  return database.read((queries) => queries.sql().selectNoFrom(sql`1`.as("one")).execute());
}

/** The part of the slots for link previews that one person, and one host, may take at once. */
const previewShare = 1 / 4;

interface PushDependencies {
  readonly clock: Clock;
  readonly log: Log;
  readonly vapid: Secrets["vapid"];
}

/** Has connection limits of its own, so that slow links do not delay notifications. */
function openPush(config: Config, { clock, log, vapid }: PushDependencies): Push {
  const { push } = config;
  // Push services send short responses. There are more slots than jobs can fill: no delivery waits for another.
  const limits = { timeout_ms: push.timeout_ms, concurrency: 1_000, max_bytes: 65_536, give_up_ms: 0 };
  const fetch = createGuardedFetch({ ...config, outbound: { ...config.outbound, ...limits } });
  const services = {
    web: new WebPush({ fetch, clock, vapid, contact: contactOf(config) }),
    fcm: new Fcm(push.fcm, { fetch, clock, log }),
    apn: new Apns(push, clock),
  };
  return new GuardedPush(services, { clock, log });
}

/** Whom a push service may ask about our requests. */
function contactOf({ push, public_url }: Config): string {
  if (push.contact !== "") return push.contact;
  return public_url.startsWith("https:") ? public_url : "mailto:nobody@localhost";
}

async function openMail({ smtp }: Pick<Config, "smtp">): Promise<MailPort | undefined> {
  if (smtp.folder !== "") {
    const { createFolderMail } = await import("../platform/mail/folder/folder.ts");
    return createFolderMail(smtp.folder, smtp.from);
  }
  if (smtp.host === "") return undefined;
  const { createSmtpMail } = await import("../platform/mail/smtp/smtp.ts");
  return createSmtpMail(smtp);
}

/** Undefined if nothing is to be collected. */
export async function openMetrics(
  { metrics: { enabled } }: Config,
  log: () => Log,
): Promise<RenderedMetrics | undefined> {
  if (!enabled) return undefined;
  // Imported on demand, so that a server without metrics starts faster.
  const { createPrometheusMetrics } = await import("../platform/metrics/prometheus/prometheus.ts");
  return createPrometheusMetrics((error, metric) =>
    log().warn({ err: error, metric }, "a metric could not be read"),
  );
}
