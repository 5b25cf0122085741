import { join } from "node:path";
import packageFile from "../../package.json" with { type: "json" };
import { copyConfigFile } from "../config/config-copy.ts";
import type { Config } from "../config/schema.ts";
import { readSetupFile } from "../config/setup-file.ts";
import { knownBlobKeys } from "../domains/files/index.ts";
import type { Blobs } from "../platform/blobs/port.ts";
import type { Database } from "../platform/database/port.ts";
import { readStoredSecrets } from "../platform/secrets/secrets-file.ts";
import { createVault } from "../platform/secrets/vault.ts";
import { createTar } from "../platform/tar/write-tar.ts";
import { checkKey } from "../startup/key-check.ts";
import { type Manifest, memberNames, writeManifest } from "./archive-format.ts";
import { type BackupStorage, localStaging, openBackupStorage, stageBackup } from "./backup-storage.ts";
import { defaultDestination, destinationOf } from "./destinations/archive-folder.ts";
import {
  type BackupDestination,
  readDestination,
  type SucceededBackup,
  updateDestination,
  withFailure,
} from "./destinations/destinations.ts";
import { chooseEncryption, type EncryptOptions } from "./encryption/choose-encryption.ts";
import { wrapEncrypted } from "./encryption/wrap-archive.ts";
import { explainFailure } from "./explain-failure.ts";
import { packInside, packNextToFiles } from "./pack-archive.ts";
import { sealSecrets } from "./sealed-secrets.ts";
import { writeTables } from "./write-tables.ts";

interface BackUpOptions {
  readonly config: Config;
  readonly database: Database;
  readonly blobs: Blobs;
  /** A directory, a file that ends with .tar, or `s3://bucket/prefix`. */
  readonly to: string;
  /** Set for scheduled backups, which the server itself makes. */
  readonly byServer?: true;
  /** How often a timer of the operator makes such a backup, in milliseconds. */
  readonly everyMs?: number;
  /** Empty: the secrets are not sealed. */
  readonly passphrase: string;
  readonly encrypt: EncryptOptions;
  readonly now: () => number;
  readonly progress: (line: string) => void;
  /** Called often; lets others work. */
  readonly pause: () => Promise<void> | undefined;
}

interface MadeBackup extends SucceededBackup {
  readonly copied: number;
  readonly missingFiles: readonly string[];
  readonly damagedFiles: readonly string[];
  readonly replacedFiles: readonly string[];
}

/** Makes a backup while a server may be running, and records the outcome. */
export async function backUp(options: BackUpOptions): Promise<MadeBackup> {
  const { config, database, to, everyMs, byServer, now } = options;
  const at = now();
  const destination = destinationOf(to);
  const schedule = everyMs === undefined ? {} : { every_ms: everyMs };
  const by = byServer ? { by_server: byServer } : {};
  const isScheduled = config.backup.every !== "" && destination === destinationOf(defaultDestination(config));
  /** A failure of the server, which a manual backup does not clear. */
  const failureOfServer = (failed: BackupDestination["failed"]) =>
    isScheduled && !byServer && failed?.by_server ? { failed } : undefined;
  try {
    const storage = await openBackupStorage(config, to);
    const { made: round } = await database.read((queries) => readDestination(queries, destination));
    const { copied, missingFiles, damagedFiles, replacedFiles, ...made } = await makeArchive(storage, {
      ...options,
      at,
      isRechecked: recheckedFiles(config.backup.recheck_backups, round),
    });
    const succeeded = { ...made, at, took_ms: now() - at };
    await updateDestination(database, { destination, config }, ({ failed, ...known }) => ({
      ...known,
      ...schedule,
      ...failureOfServer(failed),
      made: known.made + 1,
      succeeded: { ...succeeded, ...by },
    }));
    return { ...succeeded, copied, missingFiles, damagedFiles, replacedFiles };
  } catch (thrown) {
    // The first error is the one to know.
    const error = await explainFailure(thrown, options).catch(() => thrown);
    await updateDestination(database, { destination, config }, (known) => ({
      ...known,
      ...schedule,
      failed: { ...withFailure(known.failed, { at, error }), ...by },
      ...failureOfServer(known.failed),
    })).catch(() => {});
    throw error;
  }
}

/** Which of the files stored earlier the next backup reads again: over `over` backups, each file is read once. */
function recheckedFiles(over: number, round: number): (key: string) => boolean {
  return (key) => over > 0 && (Bun.hash.crc32(key) + round) % over === 0;
}

async function makeArchive(
  storage: BackupStorage,
  options: BackUpOptions & { readonly at: number; readonly isRechecked: (key: string) => boolean },
): Promise<Omit<MadeBackup, "at" | "took_ms">> {
  const { config, database, passphrase, at } = options;
  const secrets = readStoredSecrets(config);
  await checkKey(database, createVault(Buffer.from(secrets.encryption_key, "base64url")));
  const encryption = await chooseEncryption(storage, options);
  await using staged = await stageBackup(storage.staging, at);
  const { id } = staged;
  // Data that is to be encrypted is never written to where only encrypted archives belong.
  await using plain = encryption ? await stageBackup(localStaging(config), at) : undefined;
  const folder = plain?.folder ?? staged.folder;
  await using _ = await storage.announce(id);
  const written = await writeTables(database, { ...options, folder });
  const path = join(staged.folder, "archive");
  await using tar = await createTar(path, encryption);
  const packing = { ...options, tar, folder, written, encryption };
  const packed = storage.openFiles
    ? await packNextToFiles(storage, { ...packing, openFiles: storage.openFiles })
    : await packInside(packing);
  const { files, members } = packed;
  const settings = copyConfigFile();
  if (settings !== undefined) members.push(await tar.add(memberNames.configuration, new Blob([settings])));
  const archived = { ...secrets, setup_toml: readSetupFile(config.data_dir) };
  const sealed = passphrase === "" ? JSON.stringify(archived) : await sealSecrets(archived, passphrase);
  members.push(await tar.add(memberNames.secrets, new Blob([sealed])));
  const { count, bytes, missing } = files;
  const manifest: Manifest = {
    program: packageFile.version,
    schema: written.schema,
    made_at: new Date(at).toISOString(),
    engine: database.dialect,
    secrets: passphrase === "" ? "plain" : "sealed",
    tables: written.tables,
    files: { count, bytes, missing: missing.length, inside: !storage.openFiles },
    members,
  };
  await tar.add(memberNames.manifest, new Blob([writeManifest(manifest)]));
  const plainSize = await tar.finish();
  const finished = encryption
    ? await wrapEncrypted({
        path,
        folder: staged.folder,
        encryption,
        manifest,
        storedFiles: packed.storedFiles,
      })
    : { path, size: plainSize };
  const lost = await lostFiles(database, missing);
  return {
    archive: await storage.publish(id, finished.path),
    bytes: finished.size + (storage.openFiles ? bytes : 0),
    rows: written.tables.reduce((sum, { rows }) => sum + rows, 0),
    files: count,
    missing: lost.length,
    encrypted: encryption !== undefined,
    copied: files.copied,
    replaced: files.replaced.length,
    missingFiles: lost,
    damagedFiles: files.damaged,
    replacedFiles: files.replaced,
  };
}

/** Of the files that the storage did not have, those that nobody has deleted since the tables were written. */
async function lostFiles(database: Database, missing: readonly string[]): Promise<string[]> {
  const lost: string[] = [];
  for (let start = 0; start < missing.length; start += 500) {
    const keys = missing.slice(start, start + 500);
    lost.push(...(await database.read((queries) => knownBlobKeys(queries, keys))));
  }
  return lost;
}
