import { statfs } from "node:fs/promises";

/** The bytes that are free for this program on the disk of a folder; the least of several. */
export async function freeBytes(folders: readonly string[]): Promise<number> {
  const free = folders.map(async (folder) => {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  });
  return Math.min(...(await Promise.all(free)));
}
