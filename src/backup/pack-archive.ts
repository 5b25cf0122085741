import { join } from "node:path";
import type { Blobs } from "../platform/blobs/port.ts";
import type { TarWriter, WrittenMember } from "../platform/tar/write-tar.ts";
import { memberNames, plainFolder } from "./archive-format.ts";
import type { BackupStorage } from "./backup-storage.ts";
import { type CopiedFile, type CopiedFiles, type CopyFilesOptions, copyFiles } from "./copy-files.ts";
import type { Encryption } from "./encryption/encryption.ts";
import { StoredList } from "./encryption/wrap-archive.ts";
import { EarlierFiles, fileLine, filesOfArchive } from "./file-list.ts";
import { writeCompressed } from "./lines.ts";
import { tablePath, type WrittenTables } from "./write-tables.ts";

interface PackOptions extends Pick<CopyFilesOptions, "blobs" | "progress"> {
  readonly tar: TarWriter;
  readonly folder: string;
  readonly written: WrittenTables;
  readonly encryption: Encryption | undefined;
}

interface Packed {
  readonly files: CopiedFiles;
  readonly members: WrittenMember[];
  /** The list of the files as they are stored next to an encrypted archive. */
  readonly storedFiles: StoredList | undefined;
}

const nothingCopied = (): CopiedFiles => ({
  count: 0,
  bytes: 0,
  copied: 0,
  missing: [],
  damaged: [],
  replaced: [],
});

/** The list of files comes first, so that the next backup need not read more than that. */
export async function packNextToFiles(
  storage: BackupStorage,
  options: PackOptions & {
    readonly openFiles: (folder: string) => Promise<Blobs>;
    readonly isRechecked: (key: string) => boolean;
  },
): Promise<Packed> {
  const { encryption, isRechecked } = options;
  const files = nothingCopied();
  const folder = encryption?.folder ?? plainFolder;
  const store = await options.openFiles(folder);
  const newest = (await storage.list()).at(-1);
  await using earlier = new EarlierFiles(newest ? filesOfArchive(storage, newest, folder) : none());
  const to = { store, encryption, earlier, isRechecked };
  const { list, storedFiles } = await packList(
    copyFiles(options.written, { ...options, to }, files),
    options,
  );
  return { files, members: [list, ...(await packTables(options))], storedFiles };
}

export async function packInside(options: PackOptions): Promise<Packed> {
  const files = nothingCopied();
  const tables = await packTables(options);
  const to = { tar: options.tar };
  const { list } = await packList(copyFiles(options.written, { ...options, to }, files), {
    ...options,
    // The list in the archive is the only one.
    encryption: undefined,
  });
  return { files, members: [...tables, list], storedFiles: undefined };
}

async function packList(
  pages: AsyncIterable<CopiedFile[]>,
  { tar, folder, encryption }: PackOptions,
): Promise<{ readonly list: WrittenMember; readonly storedFiles: StoredList | undefined }> {
  const path = join(folder, "list");
  const storedFiles = encryption && new StoredList(join(folder, "stored-list"));
  async function* lines() {
    for await (const page of pages) {
      await storedFiles?.add(page.map(({ stored }) => stored));
      yield page.map(({ file }) => fileLine(file)).join("");
    }
  }
  await writeCompressed(path, lines());
  await storedFiles?.end();
  return { list: await tar.add(memberNames.files, Bun.file(path)), storedFiles };
}

async function packTables({ tar, folder, written }: PackOptions): Promise<WrittenMember[]> {
  const members: WrittenMember[] = [];
  for (const { name } of written.tables)
    members.push(await tar.add(memberNames.table(name), Bun.file(tablePath(folder, name))));
  return members;
}

async function* none(): AsyncGenerator<never> {}
