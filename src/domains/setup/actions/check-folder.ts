import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { access, open, realpath, rm, stat, statfs } from "node:fs/promises";
import { dirname, isAbsolute, join, normalize, relative, resolve, sep } from "node:path";
import type { Config } from "../../../config/schema.ts";
import type { FolderProblem, SetupFolderCheck } from "../model.ts";

const tooFewBytes = 100_000_000;

/**
 * Whether backups can be made to a folder. One that does not exist is created by the first backup, if the folder around
 * it exists. Creates nothing that stays.
 */
export async function checkFolder(path: string, { data_dir }: Config): Promise<SetupFolderCheck> {
  // A path with .. says something else than it seems to once a folder in it is a link.
  if (!isAbsolute(path) || path.split(/[/\\]/).includes("..")) return { problem: "relative" };
  const found = await nearest(normalize(path));
  if (!found) return { problem: "missing" };
  const { place, isFolderItself } = found;
  if (
    isInData(
      join(place, isFolderItself ? "" : (normalize(path).split(sep).at(-1) ?? "")),
      await realpath(data_dir),
    )
  )
    return { problem: "data" };
  if (!(await stat(place)).isDirectory()) return { problem: "file" };
  const problem = await tryWriting(place, isFolderItself);
  if (problem) return { problem };
  const { bavail, bsize } = await statfs(place);
  const free_bytes = bavail * bsize;
  return { ...(free_bytes < tooFewBytes && { problem: "full" as const }), free_bytes };
}

/** The folder, or the one around it; undefined if neither exists. */
async function nearest(path: string): Promise<{ place: string; isFolderItself: boolean } | undefined> {
  for (const [candidate, isFolderItself] of [[path, true] as const, [dirname(path), false] as const])
    try {
      return { place: await realpath(candidate), isFolderItself };
    } catch {
      // The next one may exist.
    }
  return undefined;
}

/** Anything in the data directory but its folder of backups, which is the default. */
function isInData(path: string, dataDirectory: string): boolean {
  const inside = relative(resolve(dataDirectory), path);
  return !inside.startsWith("..") && !isAbsolute(inside) && inside.split(sep)[0] !== "backups";
}

async function tryWriting(place: string, isFolderItself: boolean): Promise<FolderProblem | undefined> {
  try {
    await access(place, constants.R_OK | constants.W_OK | constants.X_OK);
    if (!isFolderItself) return undefined;
    const trial = join(place, `.ermine-${randomUUID()}`);
    const file = await open(trial, "wx", 0o600);
    try {
      await file.write("Ermine can write here.\n");
    } finally {
      await file.close();
      await rm(trial, { force: true });
    }
    return undefined;
  } catch (error) {
    return (error as { code?: string }).code === "ENOSPC" ? "full" : "not_writable";
  }
}
