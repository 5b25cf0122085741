import { isBlobKey } from "../platform/blobs/port.ts";
import { damaged, folderOfList, parseMember } from "./archive-format.ts";
import type { BackupStorage } from "./backup-storage.ts";
import { readCompressed } from "./lines.ts";
import { readMembers, skip } from "./tar-file.ts";

/** A file of a backup. */
export interface ListedFile {
  /** The key of its blob, which is used for this content only. */
  readonly key: string;
  readonly size: number;
  /** Null if the storage did not have it. */
  readonly sha256: string | null;
}

export const fileLine = ({ key, size, sha256 }: ListedFile) => `${JSON.stringify([key, size, sha256])}\n`;

/** Reads the list of files in an archive, some at a time. */
export async function* readFileList(
  archive: string,
  compressed: ReadableStream<Uint8Array>,
): AsyncGenerator<ListedFile[]> {
  for await (const lines of readCompressed(compressed))
    yield lines.map((line) => {
      const [key, size, sha256] = (parseMember(line) ?? []) as unknown[];
      if (typeof key !== "string" || !isBlobKey(key) || !Number.isSafeInteger(size) || !isDigest(sha256))
        throw damaged(archive, "its list of files cannot be read");
      return { key, size: size as number, sha256 };
    });
}

function isDigest(value: unknown): value is string | null {
  return value === null || (typeof value === "string" && /^[0-9a-f]{64}$/.test(value));
}

/** The files of one archive of a destination, as they are stored there; none if they are in another folder. */
export async function* filesOfArchive(
  storage: BackupStorage,
  id: string,
  folder: string,
): AsyncGenerator<ListedFile> {
  const content = await storage.read(id);
  if (!content) return;
  for await (const { name, kind, body } of readMembers(id, content)) {
    if (folderOfList(name) !== folder) await skip(body);
    // It comes before everything large, so the rest need not be read.
    else for await (const page of readFileList(id, body)) yield* page;
    if (kind === "files") return;
  }
}

/** The folder of the files of one archive; undefined if it holds its own, or is gone. */
export async function folderOfArchive(storage: BackupStorage, id: string): Promise<string | undefined> {
  const content = await storage.read(id);
  if (!content) return undefined;
  for await (const { name, kind, body } of readMembers(id, content)) {
    if (kind === "files") return folderOfList(name);
    await skip(body);
  }
  return undefined;
}

/** Finds the files of the newest archive by key, if it is asked for keys in their order. */
export class EarlierFiles {
  readonly #files: AsyncGenerator<ListedFile>;
  #next: ListedFile | undefined;
  #isOver = false;

  constructor(files: AsyncGenerator<ListedFile>) {
    this.#files = files;
  }

  async find(key: string): Promise<ListedFile | undefined> {
    while (!this.#isOver && (this.#next === undefined || this.#next.key < key)) await this.#advance();
    return this.#next?.key === key ? this.#next : undefined;
  }

  async #advance(): Promise<void> {
    // What is damaged in an earlier archive is copied again.
    const next = await this.#files.next().catch(() => undefined);
    this.#isOver = next === undefined || next.done === true;
    this.#next = next?.done === false ? next.value : undefined;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#files.return(undefined).catch(() => {});
  }
}
