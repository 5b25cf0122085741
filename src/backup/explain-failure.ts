import { statfs } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { Config } from "../config/schema.ts";
import { CommandError } from "../declare/command.ts";
import { storedBytesAfter } from "../domains/files/index.ts";
import { measureDatabase } from "../domains/operators/index.ts";
import type { Database } from "../platform/database/port.ts";
import { describeBytes } from "../platform/text/describe-bytes.ts";
import { localStaging } from "./backup-storage.ts";
import { destinationOf, namesFile } from "./destinations/archive-folder.ts";
import { readDestination } from "./destinations/destinations.ts";
import type { EncryptOptions } from "./encryption/choose-encryption.ts";

interface FailedBackup {
  readonly config: Config;
  readonly database: Database;
  readonly to: string;
  readonly encrypt: EncryptOptions;
}

const pageSize = 1_000;

/** Explains file system errors in terms of the backup. Returns other errors unchanged. */
export async function explainFailure(error: unknown, backup: FailedBackup): Promise<unknown> {
  const { code = "", message } = error as NodeJS.ErrnoException;
  const { to } = backup;
  const folders = foldersOf(backup);
  if (["EROFS", "EACCES", "EPERM"].includes(code))
    return new CommandError(
      `A backup to ${to} cannot be written: ${message}. The folder must belong to the user that Ermine runs as. If systemd runs the server, also add [Service] and ReadWritePaths=${folders[0]} with \`sudo systemctl edit ermine\`, and restart it.`,
      { cause: error },
    );
  const cause = {
    ENOSPC: "The disk is full",
    EDQUOT: "The quota is used up",
    ENOENT: "A file or folder is missing",
  }[code];
  if (cause === undefined) return error;
  const needed = describeBytes(await neededBytes(backup), "up");
  const free = (await Promise.all(folders.map(describeFree))).join(", ");
  return new CommandError(`${cause}: ${message}. A backup to ${to} needs up to ${needed}; ${free}.`, {
    cause: error,
  });
}

/** The local folders that a backup is written to, its destination first. */
function foldersOf({ config, to, encrypt }: FailedBackup): string[] {
  const staging = localStaging(config);
  if (to.startsWith("s3:")) return [staging];
  const folder = namesFile(to) ? dirname(resolve(to)) : resolve(to);
  return encrypt.to.length > 0 || encrypt.withPassphrase ? [folder, staging] : [folder];
}

/** An upper bound: twice the database, because of unfinished files, and the files not in earlier archives there. */
async function neededBytes({ database, to }: FailedBackup): Promise<number> {
  const { database_bytes = 0 } = await database.read(measureDatabase);
  const { succeeded } = await database.read((db) => readDestination(db, destinationOf(to)));
  let [files, after]: [number, string | undefined] = [0, ""];
  while (after !== undefined) {
    const from: string = after;
    const page = await database.read((db) => storedBytesAfter(db, from, pageSize));
    [files, after] = [files + page.bytes, page.last];
  }
  const shared = namesFile(to) ? 0 : (succeeded?.bytes ?? 0);
  return 2 * database_bytes + Math.max(0, files - shared);
}

async function describeFree(folder: string): Promise<string> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return `${describeBytes(bavail * bsize, "down")} are free in ${folder}`;
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
    return isMissing ? `${folder} does not exist` : `the free space in ${folder} cannot be read`;
  }
}
