import { CommandError } from "../../src/declare/command.ts";
import {
  type ArchiveLine,
  ArchiveManifest,
  type ArchivePart,
  archiveFormat,
  entryNames,
  kindOfEntry,
} from "../../src/domains/exports/index.ts";
import { digestContent } from "../../src/platform/blobs/digest-blob.ts";
import { timeOfId } from "../../src/platform/ids/ids.ts";
import { LazyValidator } from "../../src/platform/memoize/lazy-validator.ts";
import { MalformedExport } from "../malformed-export.ts";
import type { Progress } from "../progress.ts";
import type { ArchiveEntry, ArchiveFile } from "./archive-file.ts";
import { readPart } from "./archive-lines.ts";

const maxManifestBytes = 16 * 1_024 * 1_024;
const manifestCheck = new LazyValidator(ArchiveManifest);

/** What is created before anything else. */
export interface ArchivedStructure {
  readonly server: ArchiveLine<"server">;
  readonly roles: readonly ArchiveLine<"roles">[];
  readonly channels: readonly ArchiveLine<"channels">[];
}

/** What an archive holds, apart from members and messages, which are too many to keep. */
export interface CheckedArchive extends ArchiveFile, ArchivedStructure {
  readonly manifest: ArchiveManifest;
  readonly categories: readonly ArchiveLine<"categories">[];
  readonly emojis: readonly ArchiveLine<"emojis">[];
  readonly users: ReadonlyMap<string, ArchiveLine<"users">>;
  /** Whether the archive holds the content of a file. */
  hasFile(id: string): boolean;
}

interface CheckOptions {
  readonly progress: Progress;
  /** Ids of a later time are refused: what is created here would have to follow them. */
  readonly latest: number;
  /** Called as soon as it is known. */
  onStructure(structure: ArchivedStructure): Promise<void>;
  /** Called with the messages of a channel, some at a time. */
  onMessages(messages: readonly MessageAt[]): Promise<void>;
}

export interface MessageAt {
  readonly message: ArchiveLine<"messages">;
  readonly place: { readonly name: string; readonly line: number };
}

const batchSize = 500;

/** Reads all of an archive, and checks everything in it, before anything is written. */
export async function checkArchive(archive: ArchiveFile, options: CheckOptions): Promise<CheckedArchive> {
  const manifest = await readManifest(archive);
  assertListed(archive, manifest);
  const { latest, progress } = options;
  const assertId = (id: string, name: string, line: number) => {
    if (timeOfId(id) > latest) throw new MalformedExport(name, line, `the id ${id} is of the future`);
  };
  const all = async <P extends Exclude<ArchivePart, "messages">>(part: P) => {
    const found: ArchiveLine<P>[] = [];
    const name = entryNames.part(part);
    const seen = new Set<string>();
    await readChecked(archive, manifest, { name, part }, async ({ value, line }) => {
      const id = idOf(value);
      if (part !== "categories" && part !== "files") assertId(id, name, line);
      if (seen.has(id)) throw new MalformedExport(name, line, `the id ${id} is there twice`);
      seen.add(id);
      found.push(value);
    });
    return found;
  };
  const [server, ...others] = await all("server");
  if (!server || others.length > 0) throw new MalformedExport("server.jsonl", 1, "it holds no single server");
  const [roles, channels] = [await all("roles"), await all("channels")];
  await options.onStructure({ server, roles, channels });
  const users = new Map((await all("users")).map((user) => [user._id, user]));
  await checkMembers(archive, manifest, users);
  await checkFiles(archive, manifest, progress);
  for (const { _id } of channels)
    await checkMessages(archive, manifest, entryNames.messages(_id), { ...options, assertId });
  const [categories, emojis] = [await all("categories"), await all("emojis")];
  const hasFile = (id: string) => archive.entries.has(entryNames.file(id));
  return { ...archive, manifest, server, roles, categories, channels, emojis, users, hasFile };
}

function idOf(value: object): string {
  const { _id, id, user }: { _id?: string; id?: string; user?: string } = value;
  return _id ?? id ?? user ?? "";
}

async function readManifest({ path, entries }: ArchiveFile): Promise<ArchiveManifest> {
  const entry = entries.get(entryNames.manifest);
  const malformed = (problem: string) => new MalformedExport(entryNames.manifest, 1, problem);
  if (!entry) throw malformed("it is missing, so the archive is incomplete or no export");
  if (entry.end - entry.start > maxManifestBytes) throw malformed("it is too long");
  const text = await Bun.file(path).slice(entry.start, entry.end).text();
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw malformed("it is no JSON");
  }
  const { format } = Object(content) as { format?: unknown };
  if (typeof format === "number" && format > archiveFormat)
    throw new CommandError(`${path} was made by a newer version of Ermine. Update this one first.`);
  if (!manifestCheck.check(content)) {
    const [error] = manifestCheck.errors(content);
    throw malformed(`${error?.instancePath ?? ""} ${error?.message ?? "is not valid"}`.trim());
  }
  return content;
}

/** The manifest lists exactly the parts that are there. */
function assertListed({ entries }: ArchiveFile, { parts }: ArchiveManifest): void {
  const listed = new Set(parts.map(({ name }) => name));
  const malformed = (problem: string) => new MalformedExport(entryNames.manifest, 1, problem);
  for (const { name, size } of parts) {
    const entry = entries.get(name);
    if (!entry) throw malformed(`${name} is missing`);
    if (entry.end - entry.start !== size)
      throw new MalformedExport(name, 1, "its size is not that of the manifest");
  }
  for (const name of entries.keys()) {
    const kind = kindOfEntry(name);
    if (kind !== "manifest" && kind !== "content" && !listed.has(name))
      throw malformed(`${name} is not listed`);
  }
}

interface PartName<P extends ArchivePart> {
  readonly name: string;
  readonly part: P;
}

/** Reads a part to its end, and compares it with the manifest. A part that is missing is refused. */
async function readChecked<P extends ArchivePart>(
  archive: ArchiveFile,
  { parts }: ArchiveManifest,
  { name, part }: PartName<P>,
  take: (line: { value: ArchiveLine<P>; line: number; bytes: number }) => Promise<void>,
): Promise<void> {
  const entry = archive.entries.get(name);
  const listed = parts.find((each) => each.name === name);
  if (!entry || !listed) throw new MalformedExport(entryNames.manifest, 1, `${name} is missing`);
  const { lines, digest } = readPart(archive, part, entry);
  let count = 0;
  for await (const each of lines()) {
    count += 1;
    await take(each);
  }
  if (digest().sha256 !== listed.sha256 || count !== listed.lines)
    throw new MalformedExport(
      name,
      1,
      "it is not what the manifest lists: the archive was changed or damaged",
    );
}

async function checkMembers(
  archive: ArchiveFile,
  manifest: ArchiveManifest,
  users: ReadonlyMap<string, unknown>,
): Promise<void> {
  const name = entryNames.part("members");
  const seen = new Set<string>();
  await readChecked(archive, manifest, { name, part: "members" }, async ({ value: { user }, line }) => {
    if (!users.has(user)) throw new MalformedExport(name, line, `the user ${user} is not in users.jsonl`);
    if (seen.has(user)) throw new MalformedExport(name, line, `the user ${user} is there twice`);
    seen.add(user);
  });
}

/** Every content is listed, and has the digest of its line. */
async function checkFiles(
  archive: ArchiveFile,
  manifest: ArchiveManifest,
  progress: Progress,
): Promise<void> {
  const name = entryNames.part("files");
  const unlisted = new Set([...archive.entries.keys()].filter((each) => kindOfEntry(each) === "content"));
  await readChecked(archive, manifest, { name, part: "files" }, async ({ value, line }) => {
    const content = entryNames.file(value._id);
    const entry = archive.entries.get(content);
    if (!entry) throw new MalformedExport(name, line, `${content} is missing`);
    if (!unlisted.delete(content))
      throw new MalformedExport(name, line, `the id ${value._id} is there twice`);
    const { sha256, size } = await digestEntry(archive, entry);
    if (sha256 !== value.sha256 || size !== value.size)
      throw new MalformedExport(name, line, `${content} does not have the digest of the line`);
    progress.advance(size, 0);
  });
  const [extra] = unlisted;
  if (extra !== undefined) throw new MalformedExport(name, 1, `${extra} is not listed`);
}

function digestEntry({ path }: ArchiveFile, { start, end }: ArchiveEntry) {
  return digestContent(Bun.file(path).slice(start, end).stream());
}

async function checkMessages(
  archive: ArchiveFile,
  manifest: ArchiveManifest,
  name: string,
  {
    progress,
    onMessages,
    assertId,
  }: CheckOptions & { assertId(id: string, name: string, line: number): void },
): Promise<void> {
  let [last, bytes] = ["", 0];
  let batch: MessageAt[] = [];
  const flush = async () => {
    await onMessages(batch);
    progress.advance(bytes, batch.length);
    [batch, bytes] = [[], 0];
  };
  await readChecked(archive, manifest, { name, part: "messages" }, async ({ value, line, bytes: length }) => {
    assertId(value._id, name, line);
    if (value._id <= last) throw new MalformedExport(name, line, `the id ${value._id} is not in order`);
    last = value._id;
    batch.push({ message: value, place: { name, line } });
    bytes += length;
    if (batch.length === batchSize) await flush();
  });
  await flush();
}
