import { CommandError } from "../declare/command.ts";
import { type BlobDigest, DigestingStream, digestBlob } from "../platform/blobs/digest-blob.ts";
import type { WrittenMember } from "../platform/tar/write-tar.ts";
import { damaged, type Manifest, parseMember, readManifest } from "./archive-format.ts";
import type { ArchiveSource } from "./archive-source.ts";
import type { DamagedFile } from "./damaged-files.ts";
import { WrongKey } from "./encryption/encryption.ts";
import { type ListedFile, readFileList } from "./file-list.ts";
import { readCompressed } from "./lines.ts";
import { RowDigest, type TableDigest } from "./rows/row-digest.ts";
import { type ArchivedSecrets, openSecrets, readPlainSecrets } from "./sealed-secrets.ts";
import { type ArchiveMember, readMembers } from "./tar-file.ts";

export interface VerifiedArchive {
  readonly manifest: Manifest;
  /** Tells archives apart. */
  readonly digest: string;
  /** As the archive holds them: sealed, if the manifest says so. */
  readonly secrets: string;
  readonly damagedFiles: readonly DamagedFile[];
  /** The keys of the files that were damaged before. */
  readonly repairedFiles: readonly string[];
}

interface VerifyOptions {
  readonly progress: (line: string) => void;
  /** Called often; lets others work. */
  readonly pause?: () => Promise<void> | undefined;
  /** Restores a file next to the archive, if it can. */
  readonly repair?: (file: ListedFile) => Promise<boolean>;
}

const maxTextBytes = { manifest: 64 * 1024 * 1024, secrets: 1024 * 1024 };

/**
 * Reads everything that belongs to an archive, and throws unless all of it is as it was written. Damaged files are
 * listed instead: the rest can be restored without them.
 */
export async function verifyArchive(
  archive: ArchiveSource,
  options: VerifyOptions,
): Promise<VerifiedArchive> {
  const contents = new ArchiveContents(archive, options);
  try {
    for await (const member of readMembers(archive.name, await archive.open())) await contents.add(member);
  } catch (error) {
    if (error instanceof CommandError || isStorageFailure(error)) throw error;
    throw damaged(archive.name, (error instanceof Error ? error.message : String(error)).replace(/\.$/, ""));
  }
  return contents.check();
}

/** Whether the archive could not be read, as opposed to what was read. */
function isStorageFailure(error: unknown): boolean {
  const { name, code } = error as { name?: unknown; code?: unknown };
  return name === "S3Error" || /^E[A-Z]+$/.test(String(code));
}

/** The secrets of an archive. */
export function secretsOf(
  { manifest, secrets }: VerifiedArchive,
  { name }: ArchiveSource,
  passphrase: string,
): ArchivedSecrets | Promise<ArchivedSecrets> {
  if (manifest.secrets === "plain") return readPlainSecrets(secrets, name);
  return openSecrets(secrets, { archive: name, passphrase });
}

/** What was found in an archive so far. */
class ArchiveContents {
  readonly #archive: ArchiveSource;
  readonly #options: VerifyOptions;
  readonly #members: WrittenMember[] = [];
  readonly #tables = new Map<string, TableDigest>();
  readonly #filesInside = new Map<string, WrittenMember>();
  readonly #texts = { manifest: "", secrets: "" };
  readonly #files = { count: 0, bytes: 0, missing: 0 };
  readonly #damagedFiles: DamagedFile[] = [];
  readonly #repairedFiles: string[] = [];

  constructor(archive: ArchiveSource, options: VerifyOptions) {
    this.#archive = archive;
    this.#options = options;
  }

  async add({ name, kind, size, body }: ArchiveMember): Promise<void> {
    if (this.#texts.manifest !== "") throw this.#damaged("something follows its end");
    const digesting = new DigestingStream();
    const content = body.pipeThrough(digesting);
    if (kind === "table") this.#tables.set(name, await this.#digestRows(name, content));
    else if (kind === "files") await this.#checkFiles(content);
    else if (kind !== "manifest" && kind !== "secrets") for await (const _ of content);
    else {
      if (size > maxTextBytes[kind]) throw this.#damaged(`${name} is too long`);
      this.#texts[kind] = await new Response(content).text();
    }
    const member = { name, ...digesting.result() };
    if (kind === "file") this.#filesInside.set(name.slice("files/".length), member);
    else if (kind !== "manifest") this.#members.push(member);
  }

  check(): VerifiedArchive {
    if (this.#texts.manifest === "") throw this.#damaged("its end is missing");
    const { manifest, digest } = readManifest(this.#texts.manifest, this.#archive.name);
    if (!Bun.deepEquals(manifest.members, this.#members)) {
      const other = manifest.members.find((member, index) => !Bun.deepEquals(member, this.#members[index]));
      throw this.#damaged(`${other?.name ?? "a part"} differs from what was written`);
    }
    if (manifest.tables.length !== this.#tables.size) throw this.#damaged("a table is missing");
    for (const { name, rows, digest: sum } of manifest.tables) {
      const found = this.#tables.get(`tables/${name}.jsonl.gz`);
      if (found?.rows !== rows || found.digest !== sum) throw this.#damaged(`the rows of ${name} differ`);
    }
    const { inside, ...files } = manifest.files;
    const lost = this.#damagedFiles.filter(({ isMissing }) => isMissing).length;
    const insideCount = inside ? files.count - files.missing - lost : 0;
    if (!Bun.deepEquals(files, this.#files) || this.#filesInside.size !== insideCount)
      throw this.#damaged("files are missing in it");
    return {
      manifest,
      digest,
      secrets: this.#texts.secrets,
      damagedFiles: this.#damagedFiles,
      repairedFiles: this.#repairedFiles,
    };
  }

  async #digestRows(name: string, content: ReadableStream<Uint8Array>): Promise<TableDigest> {
    const digest = new RowDigest();
    for await (const lines of readCompressed(content)) {
      for (const line of lines)
        digest.add(readRow(line) ?? raise(this.#damaged(`a row in ${name} cannot be read`)));
      this.#options.progress(`Verifying ${name}: ${digest.result.rows} rows`);
      await this.#options.pause?.();
    }
    return digest.result;
  }

  async #checkFiles(content: ReadableStream<Uint8Array>): Promise<void> {
    for await (const page of readFileList(this.#archive.name, content)) {
      for (const file of page) {
        await this.#checkFile(file);
        await this.#options.pause?.();
      }
      this.#options.progress(`Verifying files: ${this.#files.count}`);
    }
  }

  async #checkFile(file: ListedFile): Promise<void> {
    this.#files.count += 1;
    if (file.sha256 === null) {
      this.#files.missing += 1;
      return;
    }
    this.#files.bytes += file.size;
    const found = this.#filesInside.get(file.key) ?? (await this.#digestStored(file.key));
    if (found?.size === file.size && found.sha256 === file.sha256) return;
    if (found && (await this.#archive.isReplacement?.(file.key, found))) return;
    if (!this.#filesInside.has(file.key) && (await this.#options.repair?.(file)))
      this.#repairedFiles.push(file.key);
    else this.#damagedFiles.push({ ...file, isMissing: !found });
  }

  async #digestStored(key: string): Promise<BlobDigest | undefined> {
    const { files } = this.#archive;
    try {
      return files && (await digestBlob(files, key));
    } catch (error) {
      // An encrypted one that was changed.
      if (error instanceof CommandError && !(error instanceof WrongKey)) return { size: -1, sha256: "" };
      throw error;
    }
  }

  #damaged(what: string): CommandError {
    return damaged(this.#archive.name, what);
  }
}

/** The values of a row in an archive; undefined if they are not valid values of a row. */
export function readRow(line: string): (string | null)[] | undefined {
  const row = parseMember(line);
  const isRow = Array.isArray(row) && row.every((value) => value === null || typeof value === "string");
  return isRow ? row : undefined;
}

function raise(error: Error): never {
  throw error;
}
