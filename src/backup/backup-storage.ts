import { randomBytes } from "node:crypto";
import { existsSync, statSync } from "node:fs";
import { chmod, mkdir, readdir, rm, rmdir, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { backupStorage, openBackupBlobs } from "../compose/open-blobs.ts";
import type { Config } from "../config/schema.ts";
import { CommandError } from "../declare/command.ts";
import type { Blobs } from "../platform/blobs/port.ts";
import { moveInto } from "../platform/tar/move-into.ts";
import { archivesIn, isArchiveId, namesFile, newArchiveId } from "./destinations/archive-folder.ts";

/** Where archives are kept. */
export interface BackupStorage {
  /** Opens a folder of files that the archives share; undefined where an archive holds its own. */
  readonly openFiles: ((folder: string) => Promise<Blobs>) | undefined;
  /** A local folder for what is not finished. */
  readonly staging: string;
  /** The ids of the archives, oldest first. */
  list(): Promise<string[]>;
  read(id: string): Promise<ReadableStream<Uint8Array> | undefined>;
  /** Gives a finished archive its name, at once or not at all, and returns where it is. */
  publish(id: string, path: string): Promise<string>;
  remove(id: string): Promise<void>;
  /** Tells others that a backup is being made, until it is disposed of. */
  announce(id: string): Promise<AsyncDisposable>;
  /** Whether another backup is being made, whose files belong to no archive yet. */
  isUsedByOthers(id: string): Promise<boolean>;
}

/** An archive that can be read, from its beginning as often as needed. */
export interface OpenedArchive {
  readonly name: string;
  /** Opens a folder of files next to it; undefined if there is none. */
  openFiles(folder: string): Promise<Blobs | undefined>;
  open(): Promise<ReadableStream<Uint8Array>>;
}

/** After this time without a change, what is not finished belongs to a process that died. */
const abandonedAfterMs = 3_600_000;

/** Opens `s3://bucket/prefix`, a file that ends with .tar, or a directory. */
export function openBackupStorage(config: Config, text: string): Promise<BackupStorage> {
  if (text.startsWith("s3:")) return openBucket(config, text);
  return namesFile(text) ? openFile(resolve(text)) : openDirectory(config, resolve(text));
}

/** Opens the named archive, or the newest one of a directory or bucket. */
export async function openArchive(config: Config, text: string): Promise<OpenedArchive> {
  if (text.startsWith("s3:")) return openArchiveInBucket(config, text);
  if (!isDirectory(text)) return openArchiveFile(config, text);
  const newest = (await archivesIn(text)).at(-1);
  if (newest === undefined) throw new CommandError(`There is no backup in ${text}.`);
  return openArchiveFile(config, join(text, `${newest}.tar`));
}

async function openArchiveInBucket(config: Config, text: string): Promise<OpenedArchive> {
  const [, bucket = text, named] = /^(s3:.*\/)archives\/([^/]+)$/.exec(text) ?? [];
  const storage = await openBucket(config, bucket);
  const id = named ?? (await storage.list()).at(-1) ?? "";
  const open = async () => {
    const content = isArchiveId(id) ? await storage.read(id) : undefined;
    if (!content) throw new CommandError(`There is no backup at ${text}.`);
    return content;
  };
  const openFiles = async (folder: string) => storage.openFiles?.(folder);
  return { name: `${bucket.replace(/\/$/, "")}/archives/${id}`, openFiles, open };
}

async function openArchiveFile(config: Config, path: string): Promise<OpenedArchive> {
  if (!existsSync(path)) throw new CommandError(`There is no backup at ${path}.`);
  return {
    name: path,
    async openFiles(name) {
      const folder = join(dirname(path), name);
      return isDirectory(folder) ? openBackupBlobs(config, { folder }) : undefined;
    },
    open: async () => Bun.file(path).stream(),
  };
}

/** Archives as files, and the files that they share in a folder next to them. */
async function openDirectory(config: Config, path: string): Promise<BackupStorage> {
  await makeFolder(path);
  const pathOf = (id: string) => join(path, `${id}.tar`);
  const staging = join(path, "unfinished");
  return {
    openFiles: async (name) => openBackupBlobs(config, { folder: await makeFolder(join(path, name)) }),
    staging,
    list: () => archivesIn(path),
    read: async (id) => Bun.file(pathOf(id)).stream(),
    async publish(id, from) {
      await moveInto(from, pathOf(id));
      return pathOf(id);
    },
    remove: (id) => rm(pathOf(id), { force: true }),
    announce: async () => ({ [Symbol.asyncDispose]: async () => {} }),
    // The folder of each backup exists before the backup begins.
    isUsedByOthers: async (id) => (await readdir(staging).catch(() => [])).some((name) => name !== id),
  };
}

/** A single file, with everything in it. */
async function openFile(path: string): Promise<BackupStorage> {
  if (existsSync(path)) throw new CommandError(`${path} exists. Name another file.`);
  if (!isDirectory(dirname(path))) throw new CommandError(`There is no directory ${dirname(path)}.`);
  return {
    openFiles: undefined,
    staging: `${path}.unfinished`,
    list: async () => [],
    read: async () => undefined,
    async publish(_, from) {
      await moveInto(from, path);
      return path;
    },
    remove: async () => {},
    announce: async () => ({ [Symbol.asyncDispose]: async () => {} }),
    isUsedByOthers: async () => false,
  };
}

const markOf = (id: string) => `unfinished-${id}`;

async function openBucket(config: Config, text: string): Promise<BackupStorage> {
  const [, bucket, path = ""] =
    /^s3:\/\/([a-z0-9][a-z0-9.-]{1,62})(?:\/([A-Za-z0-9/_.-]*))?$/.exec(text) ?? [];
  if (bucket === undefined)
    throw new CommandError(`${text} is not an address of a bucket. Write s3://bucket/prefix.`);
  if (backupStorage(config).access_key_id === "")
    throw new CommandError(
      "backup.s3.access_key_id is not set. Backups in S3 need the endpoint and keys of the [backup.s3] section, or of [s3].",
    );
  const prefix = path === "" || path.endsWith("/") ? path : `${path}/`;
  const staging = localStaging(config);
  const openIn = (folder: string) =>
    openBackupBlobs(config, {
      bucket,
      prefix: `${prefix}${folder}/`,
      staging: join(config.data_dir, "backups", "sent"),
    });
  const archives = await openIn("archives");
  return {
    openFiles: openIn,
    staging,
    list: async () => (await Array.fromAsync(archives.keys())).filter(isArchiveId).sort(),
    read: (id) => archives.get(id),
    async publish(id, from) {
      await archives.put(id, Bun.file(from));
      return `s3://${bucket}/${prefix}archives/${id}`;
    },
    remove: (id) => archives.delete(id),
    async announce(id) {
      await archives.put(markOf(id), new TextEncoder().encode(id));
      return { [Symbol.asyncDispose]: () => archives.delete(markOf(id)) };
    },
    async isUsedByOthers(id) {
      // The time is a part of the id. A mark from yesterday belongs to a process that died.
      const yesterday = markOf(newArchiveId(Date.now() - 86_400_000, "000000"));
      const marks = (await Array.fromAsync(archives.keys())).filter((key) => key.startsWith(markOf("")));
      return marks.some((mark) => mark !== markOf(id) && mark > yesterday);
    },
  };
}

/** On the disk of the server: what is to be encrypted must not be anywhere else. */
export function localStaging({ data_dir }: Pick<Config, "data_dir">): string {
  return join(data_dir, "backups", "unfinished");
}

/** A folder of its own for a backup that is being made, removed with what is in it. */
export async function stageBackup(
  staging: string,
  now: number,
): Promise<AsyncDisposable & { readonly id: string; readonly folder: string }> {
  await makeFolder(staging);
  for (const name of await readdir(staging)) {
    const entries = [
      join(staging, name),
      ...(await readdir(join(staging, name)).catch(() => [])).map((entry) => join(staging, name, entry)),
    ];
    const times = await Promise.all(
      entries.map((entry) =>
        stat(entry).then(
          ({ mtimeMs }) => mtimeMs,
          () => 0,
        ),
      ),
    );
    if (Math.max(...times) < Date.now() - abandonedAfterMs)
      await rm(entries[0] ?? "", { recursive: true, force: true });
  }
  const id = newArchiveId(now, randomBytes(3).toString("hex"));
  const folder = await makeFolder(join(staging, id));
  return {
    id,
    folder,
    async [Symbol.asyncDispose]() {
      await rm(folder, { recursive: true, force: true });
      // Another backup may be in it.
      await rmdir(staging).catch(() => {});
    },
  };
}

async function makeFolder(path: string): Promise<string> {
  const made = await mkdir(path, { recursive: true, mode: 0o700 });
  if (made !== undefined) await chmod(path, 0o700);
  return path;
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
