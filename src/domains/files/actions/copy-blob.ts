import { type BlobDigest, digestBlob } from "../../../platform/blobs/digest-blob.ts";
import type { Blobs } from "../../../platform/blobs/port.ts";
import { isDamaged } from "../rules/content-hash.ts";
import type { StoredFileRow } from "../tables.ts";

interface BlobCopy {
  readonly outcome: "copied" | "present" | "damaged" | "differs";
  readonly bytes: number;
  readonly detail: string;
}

/** What the database says about a blob; nothing about previews. */
type StoredContent = Pick<StoredFileRow, "hash" | "content_type" | "size" | "sha256">;

/** Copies a blob unless an equal one is there, and reads the copy back. A damaged blob is not copied. */
export async function copyBlob(
  { from, to }: { readonly from: Blobs; readonly to: Blobs },
  key: string,
  stored: StoredContent | undefined,
): Promise<BlobCopy> {
  const original = await digestBlob(from, key);
  if (!original) return { outcome: "damaged", bytes: 0, detail: "it is gone, or cannot be read" };
  const { size: bytes } = original;
  const damage = stored && damageOf(original, stored);
  if (damage) return { outcome: "damaged", bytes, detail: damage };
  const isThere = async () =>
    (await to.size(key)) === bytes && (await digestBlob(to, key))?.sha256 === original.sha256;
  if (await isThere()) return { outcome: "present", bytes, detail: "" };
  const content = await from.get(key);
  if (!content) return { outcome: "damaged", bytes, detail: "it is gone" };
  await to.put(key, content);
  if (await isThere()) return { outcome: "copied", bytes, detail: "" };
  return { outcome: "differs", bytes, detail: "the copy differs from the original" };
}

function damageOf({ size, sha256 }: BlobDigest, stored: StoredContent): string | undefined {
  if (size !== stored.size) return `${size} bytes, not ${stored.size}`;
  return isDamaged(stored, sha256) ? "its content has changed" : undefined;
}
