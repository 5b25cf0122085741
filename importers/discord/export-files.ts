import { lstat, open, readdir, realpath } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import { CommandError } from "../../src/declare/command.ts";
import type { ImportProblems } from "../problems.ts";

/** A file that DiscordChatExporter wrote. */
export interface ExportFile {
  readonly path: string;
  /** As reports name it: relative to the folder that was given. */
  readonly name: string;
  /** The folder that the media of the export must be in. */
  readonly root: string;
  readonly bytes: number;
}

const sniffedBytes = 4_096;
const maxFiles = 100_000;

/** The exports among the given files and in the given folders, in the order of their paths. */
export async function findExports(
  given: readonly string[],
  problems: ImportProblems,
): Promise<readonly ExportFile[]> {
  const found = new Map<string, ExportFile>();
  for (const path of given) {
    const stats = await lstat(await realpath(path).catch(() => path)).catch(() => undefined);
    if (!stats) throw new CommandError(`There is no file or folder ${path}.`);
    const root = await realpath(stats.isDirectory() ? path : dirname(resolve(path)));
    const paths = stats.isDirectory() ? await listJson(root) : [join(root, relative(dirname(path), path))];
    for (const each of paths) {
      const name = relative(root, each).replaceAll(sep, "/");
      const { size } = await lstat(each);
      if (await looksLikeExport(each)) found.set(each, { path: each, name, root, bytes: size });
      else if (stats.isDirectory()) problems.add({ problem: "Not an export of a channel", where: name });
      else throw new CommandError(`${path} is not a JSON file of DiscordChatExporter. Nothing was imported.`);
    }
  }
  if (found.size === 0)
    throw new CommandError("There is no JSON file of DiscordChatExporter. Export with `--format Json`.");
  return [...found.values()].toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

/** All JSON files below a folder, except in folders of media, which hold what people uploaded. */
async function listJson(folder: string): Promise<string[]> {
  const paths: string[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !/_Files$/i.test(entry.name)) paths.push(...(await listJson(path)));
    else if (entry.isFile() && /\.json$/i.test(entry.name)) paths.push(path);
    if (paths.length > maxFiles) throw new CommandError(`${folder} has more than ${maxFiles} JSON files.`);
  }
  return paths;
}

async function looksLikeExport(path: string): Promise<boolean> {
  await using file = await open(path);
  const { bytesRead, buffer } = await file.read(Buffer.alloc(sniffedBytes), 0, sniffedBytes, 0);
  const head = buffer.toString("latin1", 0, bytesRead);
  return /^(\xEF\xBB\xBF)?\s*\{/.test(head) && head.includes('"guild"') && head.includes('"channel"');
}
