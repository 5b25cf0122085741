import { statSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import type { Config } from "../../config/schema.ts";

/** The name of an archive. Later names sort after earlier ones, and each is a valid key of a blob. */
export function newArchiveId(now: number, random: string): string {
  const time = new Date(now).toISOString().replace(/[-:.]/g, "").toLowerCase();
  return `ermine-${time}-${random}`;
}

const idForm = /^ermine-(\d{4})(\d\d)(\d\d)t(\d\d)(\d\d)(\d\d)(\d{3})z-[0-9a-f]{6}$/;

export function isArchiveId(text: string): boolean {
  return idForm.test(text);
}

/** Where backups go unless the operator says otherwise: a directory, or an address that begins with s3:. */
export function defaultDestination({ backup, data_dir }: Pick<Config, "backup" | "data_dir">): string {
  return backup.to || join(data_dir, "backups");
}

/**
 * The destination as which a directory or bucket is counted, however it is written. Single files with all of a backup
 * are those of their folder, because each has another name.
 */
export function destinationOf(to: string): string {
  if (to.startsWith("s3:")) return to.replace(/\/+$/, "");
  const path = resolve(to);
  return namesFile(to) ? join(dirname(path), "*.tar") : path;
}

/** Whether a backup to this destination is a single file. */
export function namesFile(to: string): boolean {
  return to.endsWith(".tar") && !statSync(to, { throwIfNoEntry: false })?.isDirectory();
}

/** The ids of the archives in a folder, oldest first. */
export async function archivesIn(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".tar"));
  return names
    .map((name) => basename(name, ".tar"))
    .filter(isArchiveId)
    .sort();
}

/** An archive in a folder. */
interface StoredArchive {
  readonly name: string;
  /** When the backup began, to the millisecond. */
  readonly at: string;
  /** Of the archive alone: the files next to it are shared with the other archives. */
  readonly bytes: number;
}

/** The newest archives in a folder, newest first; none if there is no such folder. */
export async function describeArchives(folder: string, limit: number): Promise<StoredArchive[]> {
  const ids = await archivesIn(folder).catch(() => []);
  const archives = await Promise.all(
    ids
      .toReversed()
      .slice(0, limit)
      .map(async (id) => {
        const name = `${id}.tar`;
        // A scheduled backup may remove it meanwhile.
        const file = await stat(join(folder, name)).catch(() => undefined);
        return file && { name, at: id.replace(idForm, "$1-$2-$3T$4:$5:$6.$7Z"), bytes: file.size };
      }),
  );
  return archives.filter((archive) => archive !== undefined);
}
