import type { Config } from "../config/schema.ts";
import { hasContent } from "../domains/files/index.ts";
import { type BlobDigest, digestBlob } from "../platform/blobs/digest-blob.ts";
import type { Blobs } from "../platform/blobs/port.ts";
import type { Database } from "../platform/database/port.ts";
import { plainFolder } from "./archive-format.ts";
import type { OpenedArchive } from "./backup-storage.ts";
import { repairFile } from "./damaged-files.ts";
import { type EncryptedEntries, findEncryption, needsKey, unlock } from "./encryption/encrypted-archive.ts";
import { isReplacement, openedFiles, putEncrypted } from "./encryption/encrypted-files.ts";
import { type BackupKeys, type Encryption, encryptionFor } from "./encryption/encryption.ts";
import type { ListedFile } from "./file-list.ts";

/** Where damaged files are copied from. */
interface RepairSource {
  readonly blobs: Blobs;
  readonly database: Database | undefined;
}

/** An archive as it can be read: plain or opened, or the outer form of an encrypted one. */
export interface ArchiveSource {
  readonly name: string;
  /** Whether it is encrypted and there is no key: then only digests of what is encrypted can be compared. */
  readonly isLocked: boolean;
  readonly isEncrypted: boolean;
  /** The files next to the archive. */
  readonly files: Pick<Blobs, "get"> | undefined;
  open(): Promise<ReadableStream<Uint8Array>>;
  /** Whether a file that differs from the list was encrypted again since. */
  isReplacement?(key: string, found: BlobDigest): Promise<boolean>;
  /** Restores a file next to the archive, if it can. */
  repair?(file: ListedFile, from: RepairSource): Promise<boolean>;
}

/** Opens what an archive holds. Throws if keys are given and none of them fits. */
export async function openSource(
  config: Config,
  archive: OpenedArchive,
  keys: BackupKeys,
): Promise<ArchiveSource> {
  const { name, open } = archive;
  const entries = await findEncryption(name, await open());
  if (!entries) return openPlain(archive);
  const { encrypt_to: recipients } = config.backup;
  const unlocked = await unlock(archive, entries, { ...keys, recipients });
  const store = entries.folder === undefined ? undefined : await archive.openFiles(entries.folder);
  const known = await encryptionFor(recipients);
  const encryption = unlocked?.encryption ?? (known.folder === entries.folder ? known : undefined);
  if (!unlocked) return openLocked(archive, store, encryption);
  const files = store && openedFiles(store, unlocked.decrypt);
  return {
    name,
    isLocked: false,
    isEncrypted: true,
    files,
    open: unlocked.open,
    ...(store &&
      files &&
      encryption && {
        repair: ({ key, sha256 }, { blobs }) =>
          encryptAgain(
            key,
            { blobs, store, encryption },
            {
              isExpected: async (digest) => digest.sha256 === sha256,
              isStored: async () => (await digestBlob(files, key))?.sha256 === sha256,
            },
          ),
      }),
  };
}

/** The same for what needs a key. */
export async function openUnlocked(
  config: Config,
  archive: OpenedArchive,
  keys: BackupKeys,
): Promise<ArchiveSource> {
  const source = await openSource(config, archive, keys);
  if (!source.isLocked) return source;
  const entries = await findEncryption(archive.name, await archive.open());
  throw needsKey(archive.name, entries as EncryptedEntries);
}

async function openPlain(archive: OpenedArchive): Promise<ArchiveSource> {
  const { name, open } = archive;
  const files = await archive.openFiles(plainFolder);
  return {
    name,
    isLocked: false,
    isEncrypted: false,
    files,
    open,
    ...(files && { repair: (file, { blobs }) => repairFile(file, { from: blobs, to: files }) }),
  };
}

function openLocked(
  { name, open }: OpenedArchive,
  store: Blobs | undefined,
  encryption: Encryption | undefined,
): ArchiveSource {
  return {
    name,
    isLocked: true,
    isEncrypted: true,
    files: store,
    open,
    ...(store && { isReplacement: (key, found) => isReplacement(store, key, found) }),
    ...(store &&
      encryption && {
        repair: ({ key }, { blobs, database }) =>
          encryptAgain(
            key,
            { blobs, store, encryption },
            {
              // The archive cannot tell, but the database knows what the server stored.
              isExpected: async (digest) =>
                (await database?.read((db) => hasContent(db, key, digest.sha256))) ?? false,
              isStored: async (stored) => (await digestBlob(store, key))?.sha256 === stored.sha256,
            },
          ),
      }),
  };
}

/** Encrypts a file once more, if the storage of the server still has the same content. */
async function encryptAgain(
  key: string,
  { blobs, store, encryption }: { blobs: Blobs; store: Blobs; encryption: Encryption },
  { isExpected, isStored }: Record<"isExpected" | "isStored", (digest: BlobDigest) => Promise<boolean>>,
): Promise<boolean> {
  const digest = await digestBlob(blobs, key);
  if (!digest || !(await isExpected(digest))) return false;
  const content = await blobs.get(key);
  return content !== undefined && isStored((await putEncrypted(key, content, { store, encryption })).stored);
}
