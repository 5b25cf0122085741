import { join, resolve } from "node:path";
import { Resources } from "./compose/resources.ts";
import { describeUrl } from "./config/describe-url.ts";
import { type PublicUrls, publicUrls } from "./config/public-urls.ts";
import type { Config } from "./config/schema.ts";
import type { Services } from "./declare/services.ts";
import { resources } from "./domains/index.ts";
import { migrations, newestVersion } from "./migrations/index.ts";
import { migrationsUpTo } from "./migrations/kit.ts";
import { about } from "./platform/about.ts";
import { createDiskBlobs } from "./platform/blobs/disk.ts";
import type { BlobPlace, Blobs } from "./platform/blobs/port.ts";
import { openStaging } from "./platform/blobs/staging.ts";
import { type Clock, systemClock } from "./platform/clock.ts";
import { CooperativeScheduler } from "./platform/cooperative-scheduler.ts";
import { createDataDirectory } from "./platform/data-directory.ts";
import { assertCurrentVersion, versionInPostgres } from "./platform/database/existing-database.ts";
import { migrate } from "./platform/database/migrate.ts";
import type { Database } from "./platform/database/port.ts";
import { createMarkedFile } from "./platform/database/sqlite/create-marked-file.ts";
import {
  type InMemoryDatabase,
  openInMemory,
  openSqlite,
  readStoredState,
  type SqliteOptions,
} from "./platform/database/sqlite/sqlite.ts";
import type { SnapshotOptions } from "./platform/database/take-snapshot.ts";
import { type CopySource, refuseUnfinishedCopy } from "./platform/database/unfinished-copy.ts";
import type { UpgradeProgress } from "./platform/database/upgrade-progress.ts";
import { createIds } from "./platform/ids.ts";
import { ImageDecoder } from "./platform/image-decoder.ts";
import { createLog, type Log, logFormatOf } from "./platform/log.ts";
import type { MailPort } from "./platform/mail/port.ts";
import { Activity } from "./platform/metrics/activity.ts";
import { type Metrics, noMetrics } from "./platform/metrics/port.ts";
import { createGuardedFetch } from "./platform/outbound/guarded-fetch.ts";
import { PresenceTable } from "./platform/presence/presence-table.ts";
import { Apns } from "./platform/push/apns.ts";
import { Fcm } from "./platform/push/fcm.ts";
import { GuardedPush } from "./platform/push/guarded-push.ts";
import type { Push } from "./platform/push/port.ts";
import { WebPush } from "./platform/push/web-push.ts";
import { loadOrCreateSecrets, loadSecrets, type Secrets } from "./platform/secrets/secrets-file.ts";
import { createVault } from "./platform/secrets/vault.ts";
import type { VoiceNodes } from "./platform/voice/port.ts";
import { findVoiceSource } from "./platform/voice/voice-source.ts";
import { checkKey, hasKey } from "./startup/key-check.ts";

/** Replacements for tests, and what a program wants to know. */
export interface ServiceOverrides extends Pick<SqliteOptions, "syncLog"> {
  readonly clock?: Clock;
  readonly log?: Log;
  readonly onUpgradeProgress?: UpgradeProgress;
}

export async function openDatabase(
  config: Config,
  options: Pick<SqliteOptions, "syncLog" | "metrics"> & { readonly node?: string | undefined } = {},
): Promise<Database> {
  if (config.database_url !== "") {
    // Imported on demand, so that a server on SQLite starts faster.
    const { openPostgres } = await import("./platform/database/postgres/postgres.ts");
    const { pool_size: poolSize, query_timeout_ms: queryTimeoutMs } = config.database;
    const { enabled: isShared } = config.cluster;
    const { metrics = noMetrics, node } = options;
    return openPostgres({ url: config.database_url, poolSize, queryTimeoutMs, isShared, node, metrics });
  }
  createDataDirectory(config.data_dir);
  const path = join(config.data_dir, "ermine.db");
  return openSqlite({ path, fsync: config.database.fsync, ...options });
}

/** Creates the file of a SQLite database that nobody can take for a finished copy, in place of an unfinished one. */
export function createUnfinishedDatabase({ data_dir }: Pick<Config, "data_dir">, source: CopySource): void {
  createDataDirectory(data_dir);
  createMarkedFile(join(data_dir, "ermine.db"), source);
}

/** Opens a database that is there with the schema of this program. Where there is none, it creates nothing. */
export async function openExistingDatabase(
  config: Config,
  overrides: Pick<ServiceOverrides, "syncLog"> = {},
): Promise<Database> {
  const [known, place] = [newestVersion, placeOfDatabase(config)];
  await using opening = new AsyncDisposableStack();
  const database = await about(place, async () => {
    // Before it is opened, which would create it.
    const stored = config.database_url === "" && readStoredState(place);
    if (stored && !stored.isUnfinished) assertCurrentVersion(stored.version, known, place);
    const opened = await openDatabase(config, overrides);
    opening.defer(() => opened.close());
    await refuseUnfinishedCopy(opened);
    if (config.database_url !== "")
      assertCurrentVersion(await versionInPostgres(opened), known, describeUrl(config.database_url));
    return opened;
  });
  opening.move();
  return database;
}

/** Where copies of a SQLite database from before its upgrades are kept, and for how long. */
export function snapshotsOf({ data_dir, database }: Config): Pick<SnapshotOptions, "directory" | "days"> {
  return { directory: join(data_dir, "snapshots"), days: database.snapshot_days };
}

/** Where the database is, for messages about it. */
export function placeOfDatabase({
  database_url,
  data_dir,
}: Pick<Config, "database_url" | "data_dir">): string {
  return database_url === ""
    ? resolve(data_dir, "ermine.db")
    : `PostgreSQL at ${describeUrl(database_url)} (database_url)`;
}

/** Opens the storage of uploaded files. */
export async function openBlobs(
  config: Config,
  place: BlobPlace = config.s3.bucket === "" ? "disk" : "s3",
): Promise<Blobs> {
  const folder = join(config.data_dir, "files");
  if (place === "disk") return createDiskBlobs(folder);
  const { createS3Blobs } = await import("./platform/blobs/s3.ts");
  return createS3Blobs(config.s3, join(folder, "unfinished"));
}

/** How backups in S3 are reached: with keys of their own, or those of the storage of files. */
export function backupStorage({ s3, backup: { s3: own } }: Config): Config["s3"] {
  const { access_key_id, secret_access_key } = own.access_key_id === "" ? s3 : own;
  const { endpoint, path_style } = own.endpoint === "" ? s3 : own;
  return { ...s3, endpoint, path_style, region: own.region || s3.region, access_key_id, secret_access_key };
}

/** Opens a storage for the files of backups. */
export async function openBackupBlobs(
  config: Config,
  place:
    | { readonly folder: string }
    | { readonly bucket: string; readonly prefix: string; readonly staging: string },
): Promise<Blobs> {
  if ("folder" in place) return createDiskBlobs(place.folder);
  const { createS3Blobs } = await import("./platform/blobs/s3.ts");
  const { bucket, prefix, staging } = place;
  return createS3Blobs({ ...backupStorage(config), bucket, prefix }, staging);
}

/** Opens an empty database in memory that has run the first migrations, to read the schema of a version from it. */
export async function openSchema(version: number): Promise<InMemoryDatabase> {
  const schema = openInMemory();
  for (const { up } of migrationsUpTo(migrations, version)) await up(schema.sql(), "sqlite");
  return schema;
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
  const place = placeOfDatabase(config);
  const database = await about(place, async () => {
    const { metrics = noMetrics, syncLog, node } = overrides;
    const opened = await openDatabase(config, { metrics, node, ...(syncLog && { syncLog }) });
    opening.defer(() => opened.close());
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
  const report = await about(place, () =>
    migrate(database, migrations, { ...snapshotsOf(config), progress }),
  );
  if (report.from < report.to) log.info(report, "database migrated");
  const secrets = known ?? (await createSecrets(database, config));
  const opened = await openOn(database, { config, secrets, overrides: { ...overrides, log }, listeningPort });
  opening.move();
  return opened;
}

/** Opens what a command needs, on the database of a server. Creates and migrates nothing. */
export async function openExistingServices(
  config: Config,
  overrides: ServiceOverrides = {},
): Promise<OpenedServices> {
  await using opening = new AsyncDisposableStack();
  const database = await openExistingDatabase(config, overrides);
  opening.defer(() => database.close());
  // A database that was only migrated has no key yet, so that commands can be run before the first start.
  const secrets = (await secretsOf(database, config)) ?? (await createSecrets(database, config));
  const opened = await openOn(database, { config, secrets, overrides, listeningPort: () => config.port });
  opening.move();
  return opened;
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
  const database = await openExistingDatabase(config);
  opening.defer(() => database.close());
  const overrides = { log: createLog("silent") };
  const opened = await openOn(database, { config, secrets, overrides, listeningPort: () => config.port });
  opening.move();
  return opened;
}

interface ServiceDependencies {
  readonly config: Config;
  readonly secrets: Secrets;
  readonly overrides: ServiceOverrides & { readonly metrics?: Metrics };
  readonly listeningPort: () => number;
}

/** Closes the database with the services. If it fails, the database stays open. */
async function openOn(
  database: Database,
  { config, secrets, overrides, listeningPort }: ServiceDependencies,
): Promise<OpenedServices> {
  await using opening = new AsyncDisposableStack();
  const clock = overrides.clock ?? systemClock;
  const log = overrides.log ?? createLog(config.log.level, logFormatOf(config.log));
  const { metrics = noMetrics } = overrides;
  const vault = createVault(secrets.encryptionKey);
  const mail = await openMail(config);
  const urls = publicUrls(config, listeningPort);
  const presence = new PresenceTable();
  const ids = createIds(clock);
  const voice = await openVoice(config, secrets, urls);
  if (voice) opening.defer(() => voice.close());
  if (mail) opening.defer(() => mail.close());
  const blobs = await openBlobs(config);
  opening.defer(() => blobs.close());
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
    voice,
    urls,
    ids,
    presence,
    blobs,
    openBlobs: (place) => openBlobs(config, place),
    stageUpload,
    images: new ImageDecoder(),
    scheduler: new CooperativeScheduler(),
    resources: domainResources,
    outboundFetch: createGuardedFetch(config, { clock, share: previewShare }),
    push,
  };
  domainResources.open(resources, services);
  const opened = opening.move();
  const close = async () => {
    await opened.disposeAsync();
    await database.close();
  };
  return { database, services, presence, [Symbol.asyncDispose]: close };
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

async function openMail({ smtp }: Config): Promise<MailPort | undefined> {
  if (smtp.folder !== "") {
    const { createFolderMail } = await import("./platform/mail/folder.ts");
    return createFolderMail(smtp.folder, smtp.from);
  }
  if (smtp.host === "") return undefined;
  const { createSmtpMail } = await import("./platform/mail/smtp.ts");
  return createSmtpMail(smtp);
}

async function openVoice(
  config: Config,
  secrets: Secrets,
  urls: PublicUrls,
): Promise<VoiceNodes | undefined> {
  const { kind } = findVoiceSource(config);
  if (kind === "off") return undefined;
  if (kind === "program") {
    const { openOwnNode } = await import("./platform/voice/own-node.ts");
    return openOwnNode({
      port: config.voice.port,
      secret: secrets.liveKit,
      publicUrl: () => urls.voice,
    });
  }
  const { createLiveKitNode } = await import("./platform/voice/livekit.ts");
  const all = config.voice.nodes.map(
    ({ name, public_url, url, key, secret, lat = 0, lon = 0, private: isPrivate = false }) =>
      createLiveKitNode({ name, publicUrl: public_url, url, key, secret, lat, lon, isPrivate }),
  );
  return { all, signalling: undefined, close: async () => {} };
}
