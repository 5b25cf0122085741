import { CommandError } from "../declare/command.ts";
import { digestBlob } from "../platform/blobs/digest-blob.ts";
import type { Blobs } from "../platform/blobs/port.ts";
import type { ListedFile } from "./file-list.ts";

/** A file that an archive names, but that is missing or no longer as it was written. */
export interface DamagedFile extends ListedFile {
  readonly isMissing: boolean;
}

/** Copies a file of a backup again, if the storage of the server still has the same content. */
export async function repairFile(
  { key, sha256 }: ListedFile,
  { from, to }: { readonly from: Blobs; readonly to: Blobs },
): Promise<boolean> {
  // Before anything is replaced: the server's own copy may be damaged too.
  if ((await digestBlob(from, key))?.sha256 !== sha256) return false;
  const content = await from.get(key);
  if (!content) return false;
  await to.put(key, content);
  return (await digestBlob(to, key))?.sha256 === sha256;
}

export function describeDamagedFile({ key, isMissing }: DamagedFile): string {
  return isMissing ? `the file ${key} is missing` : `the file ${key} differs from what was written`;
}

/** Throws unless all files of an archive are as they were written. */
export function assertNoDamagedFiles(
  archive: string,
  damagedFiles: readonly DamagedFile[],
  advice: string,
): void {
  const [first, ...others] = damagedFiles;
  if (!first) return;
  const count = others.length === 0 ? "" : ` (${damagedFiles.length} files are missing or damaged)`;
  throw new CommandError(`${archive} is damaged: ${describeDamagedFile(first)}${count}. ${advice}`);
}
