import { type BlobDigest, DigestingStream } from "../../../src/platform/blobs/digest-blob.ts";
import { type Document, textOf, Unusable } from "../values/values.ts";
import { decrypt, publishedKey } from "./decrypt.ts";
import { type FileSource, isObjectPath } from "./file-source.ts";

/** Where the content of a file is, and with which nonce it is encrypted. */
interface StoredObject {
  readonly bucket: string;
  readonly path: string;
  /** Undefined if it is not encrypted, or was never uploaded. */
  readonly nonce: Buffer | undefined;
  /** The SHA-256 that plain content may have. */
  readonly digests: readonly unknown[];
}

export type KeyName = "given" | "published";

export interface ReadingOptions {
  readonly source: FileSource;
  readonly key: Buffer | undefined;
}

export function objectOf(content: Document): StoredObject {
  const path = textOf(content.path, "path");
  if (!isObjectPath(path)) throw new Unusable("path is not that of an object of Stoat");
  const iv = content.iv == null ? "" : textOf(content.iv, "iv");
  const nonce = iv === "" ? undefined : Buffer.from(iv, "base64");
  if (nonce && nonce.length !== 12) throw new Unusable("iv is no nonce");
  const digests = [content._id, content.processed_hash];
  return { bucket: String(content.bucket_id ?? ""), path, nonce, digests };
}

/**
 * Hands the decrypted content of an object to a function, which must read it to its end: only then it is known that the
 * key was right. Where it is not, the published key is tried as well.
 */
export async function readObject<T>(
  object: StoredObject,
  { source, key }: ReadingOptions,
  use: (content: ReadableStream<Uint8Array>) => Promise<T>,
): Promise<{ readonly result: T; readonly digest: BlobDigest; readonly key: KeyName | undefined }> {
  const attempt = async (open: (stored: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>) => {
    const stored = await source.open(object);
    if (!stored)
      throw new Unusable(
        object.nonce ? "its content is not in the storage" : "its content was never uploaded",
      );
    const digesting = new DigestingStream();
    const result = await use(toStream(open(stored)).pipeThrough(digesting));
    return { result, digest: digesting.result() };
  };
  const { nonce, digests } = object;
  if (!nonce) {
    const read = await attempt((stored) => stored);
    if (!digests.includes(read.digest.sha256)) throw new Unusable("its content is not what its hash says");
    return { ...read, key: undefined };
  }
  const keys: readonly { name: KeyName; key: Buffer }[] = [
    ...(key ? [{ name: "given" as const, key }] : []),
    { name: "published", key: publishedKey },
  ];
  for (const { name, key: candidate } of keys) {
    try {
      return { ...(await attempt((stored) => decrypt(stored, { key: candidate, nonce }))), key: name };
    } catch (error) {
      if (!isWrongKey(error)) throw error;
    }
  }
  throw new Unusable("no key decrypts its content");
}

/** OpenSSL has no code for it. */
function isWrongKey(error: unknown): boolean {
  return error instanceof Error && /unable to authenticate|too short to be encrypted/i.test(error.message);
}

function toStream(content: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = content[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}
