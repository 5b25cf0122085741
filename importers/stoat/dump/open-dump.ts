import { existsSync, readdirSync, statSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { CommandError } from "../../../src/declare/command.ts";
import { type Frame, frameDocuments } from "./frame-documents.ts";
import { openStream } from "./open-stream.ts";
import { unpackArchive } from "./unpack-archive.ts";

/** The file of one collection. */
export interface DumpedCollection {
  readonly name: string;
  readonly path: string;
  readonly isCompressed: boolean;
}

/** The collections of one database of MongoDB. */
export interface Dump {
  readonly name: string;
  readonly collections: ReadonlyMap<string, DumpedCollection>;
}

interface OpenDumpOptions {
  /** A folder for the collections of an archive. */
  readonly workFolder: string;
  /** How many bytes stay free on its disk. */
  readonly minFreeBytes: number;
  isNeeded(collection: string): boolean;
  report(line: string): void;
}

/** Opens what mongodump has written: a folder, or an archive, which is unpacked first. Both may be compressed. */
export async function openDump(path: string, options: OpenDumpOptions): Promise<Dump> {
  if (!existsSync(path)) throw new CommandError(`There is no dump at ${path}.`);
  if (statSync(path).isDirectory()) return openFolder(path);
  return openArchive(path, options);
}

/** The documents of a collection from a place in its file on, as many at a time as arrive together. */
export function readCollection(collection: DumpedCollection, offset = 0): AsyncGenerator<Frame[]> {
  const { path: name } = collection;
  return frameDocuments(openStream(collection, offset), { name, offset });
}

function openFolder(path: string): Dump {
  const folders = [path, ...subfolders(path)].filter((folder) => collectionsIn(folder).has("users"));
  const [folder, another] = folders;
  if (folder === undefined)
    throw new CommandError(
      `${path} holds no dump of Stoat: there is no users.bson in it or in a folder of it.`,
    );
  if (another !== undefined)
    throw new CommandError(
      `${path} holds several databases: ${folders.join(", ")}. Name one of these folders.`,
    );
  return { name: path, collections: collectionsIn(folder) };
}

function subfolders(path: string): string[] {
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(path, name));
}

function collectionsIn(folder: string): Map<string, DumpedCollection> {
  const found = readdirSync(folder).flatMap((file): [string, DumpedCollection][] => {
    const [, name, suffix] = /^(.+)\.bson(\.gz)?$/.exec(file) ?? [];
    if (name === undefined) return [];
    return [[name, { name, path: join(folder, file), isCompressed: suffix !== undefined }]];
  });
  return new Map(found);
}

async function openArchive(path: string, options: OpenDumpOptions): Promise<Dump> {
  const { size, mtimeMs } = statSync(path);
  const folder = join(options.workFolder, `archive-${size}-${Math.trunc(mtimeMs)}`);
  if (!existsSync(folder)) await unpackInto(folder, path, options);
  const files = readdirSync(folder).map((name) => /^([^.]+)\.([^.]+)\.bson$/.exec(name) ?? []);
  const databases = Map.groupBy(files, ([, database = ""]) => database);
  const candidates = [...databases].filter(([, all]) => all.some(([, , name]) => name === "users"));
  const [chosen, another] = candidates;
  if (!chosen) throw new CommandError(`${path} holds no dump of Stoat: it has no collection users.`);
  if (another)
    throw new CommandError(
      `${path} holds several databases: ${candidates.map(([name]) => name).join(", ")}. Dump only that of Stoat, with --db.`,
    );
  const collections = chosen[1].map(([file = "", , name = ""]): [string, DumpedCollection] => [
    name,
    { name, path: join(folder, file), isCompressed: false },
  ]);
  return { name: path, collections: new Map(collections) };
}

/** The folder has its name only once all of the archive is in it. */
async function unpackInto(
  folder: string,
  path: string,
  { isNeeded, report, minFreeBytes }: OpenDumpOptions,
): Promise<void> {
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  report(`Unpacking ${path}.`);
  try {
    await unpackArchive(path, { into: unfinished, isNeeded, minFreeBytes });
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
  await rename(unfinished, folder);
}
