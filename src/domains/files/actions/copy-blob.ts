import type { Blobs } from "../../../platform/blobs/port.ts";
import { isDamaged } from "../rules/content-hash.ts";
import type { StoredFileRow } from "../tables.ts";

export interface BlobCopy {
  readonly outcome: "copied" | "present" | "damaged" | "differs";
  readonly bytes: number;
  readonly detail: string;
}

/** What the database says about a blob; nothing about previews. */
export type StoredContent = Pick<StoredFileRow, "hash" | "content_type" | "size">;

/** Copies a blob unless an equal one is there, and reads the copy back. A damaged blob is not copied. */
export async function copyBlob(
  { from, to }: { readonly from: Blobs; readonly to: Blobs },
  key: string,
  stored: StoredContent | undefined,
): Promise<BlobCopy> {
  const original = await digestBlob(from, key);
  if (!original) return { outcome: "damaged", bytes: 0, detail: "it is gone" };
  const { bytes } = original;
  const damage = stored && damageOf(original, stored);
  if (damage) return { outcome: "damaged", bytes, detail: damage };
  const isThere = async () =>
    (await to.size(key)) === bytes && (await digestBlob(to, key))?.digest === original.digest;
  if (await isThere()) return { outcome: "present", bytes, detail: "" };
  const content = await from.get(key);
  if (!content) return { outcome: "damaged", bytes, detail: "it is gone" };
  await to.put(key, content);
  if (await isThere()) return { outcome: "copied", bytes, detail: "" };
  return { outcome: "differs", bytes, detail: "the copy differs from the original" };
}

interface BlobDigest {
  readonly bytes: number;
  readonly digest: string;
}

function damageOf({ bytes, digest }: BlobDigest, stored: StoredContent): string | undefined {
  if (bytes !== stored.size) return `${bytes} bytes, not ${stored.size}`;
  return isDamaged(stored, digest) ? "its content has changed" : undefined;
}

async function digestBlob(blobs: Blobs, key: string): Promise<BlobDigest | undefined> {
  const content = await blobs.get(key);
  if (!content) return undefined;
  const hasher = new Bun.CryptoHasher("sha256");
  let bytes = 0;
  for await (const chunk of content) {
    hasher.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, digest: hasher.digest("hex") };
}
