import { type BlobDigest, DigestingStream, digestBlob } from "../../platform/blobs/digest-blob.ts";
import type { Blobs } from "../../platform/blobs/port.ts";
import type { ListedFile } from "../file-list.ts";
import type { Decrypt, Encryption } from "./encryption.ts";

const suffix = "-replaced";
/** Where the digest of a file is that was encrypted again: lists in earlier archives have that of the one before. */
const replacementOf = (key: string) => `${key}${suffix}`;

/** The key of the file that a blob next to encrypted archives belongs to. */
export function fileOfKey(key: string): string {
  return key.endsWith(suffix) ? key.slice(0, -suffix.length) : key;
}

/** Encrypting the same content twice gives different bytes, so both digests are returned: as read, and as stored. */
export async function putEncrypted(
  key: string,
  content: ReadableStream<Uint8Array>,
  { store, encryption }: { readonly store: Blobs; readonly encryption: Encryption },
): Promise<{ readonly read: BlobDigest; readonly stored: BlobDigest }> {
  const isReplaced = (await store.size(key)) !== undefined;
  const [reading, storing] = [new DigestingStream(), new DigestingStream()];
  const encrypted = await encryption.encrypt(content.pipeThrough(reading));
  await store.put(key, encrypted.pipeThrough(storing));
  const stored = storing.result();
  if (isReplaced) await store.put(replacementOf(key), new TextEncoder().encode(stored.sha256));
  return { read: reading.result(), stored };
}

/** Whether a file that differs from a list was encrypted again since, and is as it was written then. */
export async function isReplacement(
  store: Blobs,
  key: string,
  { sha256 }: Pick<BlobDigest, "sha256">,
): Promise<boolean> {
  const content = await store.get(replacementOf(key));
  return content !== undefined && (await new Response(content).text()) === sha256;
}

/** A file of a list as it is stored, without opening it; undefined if it is gone or was changed. */
export async function findIntact(store: Blobs, file: ListedFile): Promise<ListedFile | undefined> {
  const found = await digestBlob(store, file.key);
  if (!found) return undefined;
  const isKnown = found.sha256 === file.sha256 || (await isReplacement(store, file.key, found));
  return isKnown ? { key: file.key, ...found } : undefined;
}

/** The files next to an encrypted archive, as they were before they were encrypted. */
export function openedFiles(store: Blobs, decrypt: Decrypt): Pick<Blobs, "get"> {
  return {
    async get(key) {
      const content = await store.get(key);
      return content && decrypt(content);
    },
  };
}
