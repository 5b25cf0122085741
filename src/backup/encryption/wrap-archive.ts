import { rm } from "node:fs/promises";
import { join } from "node:path";
import { createTar, type WrittenMember } from "../../platform/tar/write-tar.ts";
import { type Manifest, memberNames, writeManifest } from "../archive-format.ts";
import { fileLine, type ListedFile } from "../file-list.ts";
import { CompressedWriter } from "../lines.ts";
import type { Encryption } from "./encryption.ts";

/** The list of the files next to an encrypted archive, as they are stored. It can be read without the key. */
export class StoredList {
  readonly path: string;
  readonly counts = { count: 0, bytes: 0, missing: 0 };
  readonly #writer: CompressedWriter;

  constructor(path: string) {
    this.path = path;
    this.#writer = new CompressedWriter(path);
  }

  async add(files: readonly ListedFile[]): Promise<void> {
    for (const { size, sha256 } of files) {
      this.counts.count += 1;
      if (sha256 === null) this.counts.missing += 1;
      else this.counts.bytes += size;
    }
    await this.#writer.write(files.map(fileLine).join(""));
  }

  end(): Promise<void> {
    return this.#writer.end();
  }
}

interface WrapOptions {
  /** The encrypted archive, which is removed. */
  readonly path: string;
  readonly folder: string;
  readonly encryption: Encryption;
  /** Of what is encrypted. */
  readonly manifest: Manifest;
  readonly storedFiles: StoredList | undefined;
}

/**
 * Puts an encrypted archive into one that everybody can read, with the digests of all that is encrypted. So a server
 * that cannot open its own backups knows which files they need, and whether they are as they were written.
 */
export async function wrapEncrypted(options: WrapOptions): Promise<{ path: string; size: number }> {
  const { encryption, manifest, storedFiles } = options;
  const { folder: filesFolder, protectedIdentity } = encryption;
  const path = join(options.folder, "wrapped");
  await using tar = await createTar(path);
  const members: WrittenMember[] = [];
  if (protectedIdentity)
    members.push(await tar.add(memberNames.identity, new Blob([protectedIdentity.slice()])));
  if (storedFiles)
    members.push(await tar.add(memberNames.encryptedFiles(filesFolder), Bun.file(storedFiles.path)));
  members.push(await tar.add(memberNames.contents, Bun.file(options.path)));
  await rm(options.path);
  const outer: Manifest = {
    ...manifest,
    tables: [],
    encryption: protectedIdentity ? "passphrase" : "recipients",
    files: { ...(storedFiles?.counts ?? { count: 0, bytes: 0, missing: 0 }), inside: manifest.files.inside },
    members,
  };
  await tar.add(memberNames.manifest, new Blob([writeManifest(outer)]));
  return { path, size: await tar.finish() };
}
