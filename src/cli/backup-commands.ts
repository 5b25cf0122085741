import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { openSource, openUnlocked } from "../backup/archive-source.ts";
import { backUp } from "../backup/back-up.ts";
import { openArchive } from "../backup/backup-storage.ts";
import { assertNoDamagedFiles, type DamagedFile, describeDamagedFile } from "../backup/damaged-files.ts";
import { defaultDestination, destinationOf } from "../backup/destinations/archive-folder.ts";
import { forgetDestination, readDestinations } from "../backup/destinations/destinations.ts";
import { configuredEncryption, type EncryptOptions } from "../backup/encryption/choose-encryption.ts";
import { type BackupKeys, readIdentities } from "../backup/encryption/encryption.ts";
import { assertRestorable, restore } from "../backup/restore.ts";
import { secretsOf, verifyArchive } from "../backup/verify.ts";
import { verifyAndRecord } from "../backup/verify-and-record.ts";
import { openBlobs } from "../compose/open-blobs.ts";
import { openExistingDatabase } from "../compose/open-database.ts";
import type { Config } from "../config/schema.ts";
import { readSetupFile, setupFileIn } from "../config/setup-file.ts";
import {
  CommandError,
  type CommandInput,
  type StandaloneCommand,
  type StandaloneContext,
} from "../declare/command.ts";
import { digestBlob } from "../platform/blobs/digest-blob.ts";
import { intervalOf } from "../platform/clock/clock.ts";
import { throttled } from "../platform/concurrency/throttled.ts";

const passphraseOption = { "passphrase-file": "file with the passphrase" };
const keyOptions = {
  ...passphraseOption,
  identity: "file with the secret key of age that an encrypted backup needs",
};
const adviceToRestore =
  "Run `ermine backup verify --repair` where the files of the server still are, or restore without them: --skip-damaged-files.";

export const backupCommands: readonly StandaloneCommand[] = [
  {
    words: ["backup", "verify"],
    isStandalone: true,
    args: ["archive"],
    options: keyOptions,
    flags: { repair: "copy damaged files again, from the storage of the server" },
    doc: "Read a backup to its end and compare everything with its digests, with its key or passphrase also what is encrypted.",
    run: explaining(verifyBackup),
  },
  {
    words: ["backup", "forget"],
    isStandalone: true,
    args: ["destination"],
    doc: "Forget the outcome of backups to a directory or bucket to which no more are made. Archives stay as they are.",
    run: forgetBackups,
  },
  {
    words: ["backup"],
    isStandalone: true,
    args: [],
    options: {
      to: "DIR, FILE.tar or s3://…",
      every: "how often a timer runs this, such as 1d: doctor and alerts then notice if it does not",
      ...passphraseOption,
      "encrypt-to": "public keys of age, separated by commas, to encrypt the whole backup for",
    },
    flags: { encrypt: "encrypt the whole backup with the passphrase, not only its secrets" },
    doc: "Back up database, secrets and files, whether or not a server is running: into a directory, one .tar file or S3.",
    run: explaining(makeBackup),
  },
  {
    words: ["restore"],
    isStandalone: true,
    args: ["archive"],
    options: { "to-database": "postgres://… or sqlite", ...keyOptions },
    flags: {
      "skip-damaged-files": "restore without the files that are damaged or missing, and list them",
      "without-secrets":
        "restore everything else if the passphrase is lost; `ermine secrets replace` then says what is missing",
    },
    doc: "Restore a backup into an empty database, on SQLite or PostgreSQL, with its secrets and files.",
    run: explaining(restoreBackup),
  },
];

/** The same command, with errors of S3 reported as errors of the configuration, which they are. */
function explaining(run: StandaloneCommand["run"]): StandaloneCommand["run"] {
  return (input) =>
    run(input).catch((error) => {
      if (error?.name !== "S3Error") throw error;
      throw new CommandError(
        `The bucket cannot be used: ${error.message}. Check the address, and the sections [backup.s3] and [s3] of the configuration.`,
      );
    });
}

async function verifyBackup({ args: [text = ""], options, flags, report, loadConfig }: StandaloneContext) {
  const config = loadConfig();
  const keys = await keysOf(config, options);
  const archive = await openSource(config, await openArchive(config, text), keys);
  await using blobs = flags.has("repair") ? await openBlobs(config) : undefined;
  const verification = {
    config,
    archive,
    ...(blobs && { blobs }),
    now: Date.now,
    progress: throttled(report),
    onFile: report,
  };
  // Another machine, where a copy of the backups is verified, may have no database.
  await using database = await openExistingDatabase(config).catch(() => undefined);
  const verified = await verifyAndRecord(verification, database);
  const { manifest, repairedFiles } = verified;
  const { passphrase } = keys;
  if (passphrase !== "" && !archive.isLocked) await secretsOf(verified, archive, passphrase);
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const { made_at, program, schema, engine, files, secrets } = manifest;
  const { count, bytes, missing } = files;
  const row = {
    archive: archive.name,
    made_at,
    program,
    schema,
    engine,
    secrets,
    encrypted: archive.isEncrypted,
    opened: !archive.isLocked,
    rows: archive.isLocked ? null : rows,
    files: count,
    bytes,
    missing,
    repaired: repairedFiles.length,
  };
  if (!archive.isLocked) return [row];
  const note =
    "The backup is encrypted, and was not opened: the encrypted data is as it was written. Whether it can be opened, and what it holds, can be checked only with its key (--identity or --passphrase-file).";
  return { rows: [row], note };
}

async function makeBackup({ options, flags, report, loadConfig, record, recordDetails }: StandaloneContext) {
  const config = loadConfig();
  const encrypt = encryptionOf(config, options, flags);
  await using database = await openExistingDatabase(config);
  await using blobs = await openBlobs(config);
  const { missingFiles, damagedFiles, replacedFiles, ...made } = await backUp({
    config,
    database,
    blobs,
    to: options.to ?? defaultDestination(config),
    ...readEvery(options.every),
    passphrase: passphraseOf(config, options),
    encrypt,
    now: Date.now,
    progress: throttled(report),
    pause: () => undefined,
  });
  for (const key of missingFiles.slice(0, 20)) report(`The file ${key} is missing from the storage.`);
  for (const key of damagedFiles.slice(0, 20))
    report(`The file ${key} is damaged in the storage: it differs from what was uploaded or backed up.`);
  for (const key of replacedFiles.slice(0, 20))
    report(`The file ${key} was damaged or lost at the destination, and was copied again.`);
  recordDetails({ archive: made.archive });
  await database.write(record);
  const { at, ...rest } = made;
  return [{ ...rest, at: new Date(at).toISOString() }];
}

function readEvery(every: string | undefined): { everyMs?: number } {
  if (every === undefined) return {};
  if (!/^[1-9][0-9]{0,4}[mhd]$/.test(every))
    throw new CommandError("Write --every as a number and m, h or d, such as 6h or 1d.");
  return { everyMs: intervalOf(every) };
}

async function forgetBackups({ args: [text = ""], loadConfig, record, nameTarget }: StandaloneContext) {
  const config = loadConfig();
  await using database = await openExistingDatabase(config);
  // As doctor and the metrics write it, or as it was given to --to.
  const destination = text.endsWith("/*.tar") ? text : destinationOf(text);
  if (!(await forgetDestination(database, destination))) {
    const known = (await database.read(readDestinations)).map((each) => each.destination);
    throw new CommandError(
      `Nothing is known about backups to ${destination}, only of those to: ${known.join(", ") || "nowhere"}.`,
    );
  }
  nameTarget(destination);
  await database.write(record);
  return [{ destination }];
}

async function restoreBackup(context: StandaloneContext) {
  const {
    args: [text = ""],
    options,
    flags,
    report,
    loadConfig,
    lockStoppedServer,
  } = context;
  const { record, nameTarget, recordDetails } = context;
  const loaded = loadConfig();
  const config = { ...loaded, database_url: targetOf(loaded, options["to-database"]) };
  const keys = await keysOf(config, options);
  const archive = await openUnlocked(config, await openArchive(config, text), keys);
  const progress = throttled(report);
  const verified = await verifyArchive(archive, { progress });
  if (!flags.has("skip-damaged-files"))
    assertNoDamagedFiles(archive.name, verified.damagedFiles, adviceToRestore);
  const secrets = flags.has("without-secrets")
    ? undefined
    : await secretsOf(verified, archive, keys.passphrase);
  await assertRestorable({ config, archive, verified, secrets });
  await using opening = new AsyncDisposableStack();
  const locked = await lockStoppedServer(config, opening);
  const assertLocked = () => locked.throwIfAborted();
  const rows = await restore({ config, archive, verified, secrets, progress, assertLocked });
  await using database = await openExistingDatabase(config);
  const skipped = await lackingFiles(config, verified.damagedFiles);
  for (const file of skipped) report(`Skipped: ${describeDamagedFile(file)}.`);
  nameTarget(archive.name);
  if (skipped.length > 0) recordDetails({ skipped: skipped.map(({ key }) => key) });
  await database.write(record);
  const { files } = verified.manifest;
  const lacking = files.missing + skipped.length;
  const note = `${files.count - lacking} files are restored, and all rows are verified.${
    skipped.length > 0 ? ` ${skipped.length} damaged files were skipped.` : ""
  }${
    lacking > 0 ? ` The server lacks ${lacking} files; \`ermine files check\` lists them.` : ""
  }${describeSettings(config, secrets?.setup_toml)}${config.database_url === loaded.database_url ? "" : " Set database_url to this database before you start the server."}${secrets ? "" : " The secrets and the settings of the setup page are not restored: run `ermine secrets replace` before you start the server."}`;
  return { rows, note };
}

function describeSettings({ data_dir }: Config, archived: string | undefined): string {
  if (archived === undefined) return "";
  const path = resolve(setupFileIn(data_dir));
  return readSetupFile(data_dir) === archived
    ? ` The settings of the setup page are in ${path} again.`
    : ` ${path} is kept as it was, although the backup has other settings of the setup page.`;
}

/** Of the damaged files of a restored archive, those that the storage did not have already. */
async function lackingFiles(config: Config, damagedFiles: readonly DamagedFile[]): Promise<DamagedFile[]> {
  await using blobs = await openBlobs(config);
  const lacking: DamagedFile[] = [];
  for (const file of damagedFiles)
    if ((await digestBlob(blobs, file.key))?.sha256 !== file.sha256) lacking.push(file);
  return lacking;
}

function targetOf({ database_url }: Config, given: string | undefined): string {
  if (given === undefined) return database_url;
  if (given === "sqlite") return "";
  if (/^postgres(ql)?:\/\/./.test(given)) return given;
  throw new CommandError(
    "Write --to-database sqlite or --to-database postgres://user:password@host/database.",
  );
}

function encryptionOf(
  config: Config,
  { "encrypt-to": to }: CommandInput["options"],
  flags: CommandInput["flags"],
): EncryptOptions {
  if (to !== undefined && flags.has("encrypt"))
    throw new CommandError("Give either --encrypt or --encrypt-to.");
  if (to !== undefined) return { to: to.split(",").map((each) => each.trim()), withPassphrase: false };
  return flags.has("encrypt") ? { to: [], withPassphrase: true } : configuredEncryption(config);
}

async function keysOf(config: Config, options: CommandInput["options"]): Promise<BackupKeys> {
  const { identity } = options;
  return {
    identities: identity === undefined ? [] : await readIdentities(identity),
    passphrase: passphraseOf(config, options),
  };
}

function passphraseOf({ backup }: Config, { "passphrase-file": path }: CommandInput["options"]): string {
  if (path === undefined) return backup.passphrase;
  const passphrase = readFileSync(path, "utf8").replace(/\r?\n$/, "");
  if (passphrase === "") throw new CommandError(`There is no passphrase in ${path}.`);
  return passphrase;
}
