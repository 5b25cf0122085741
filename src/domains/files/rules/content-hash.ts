import { createHash } from "node:crypto";
import type { StoredFileRow } from "../tables.ts";
import { unknownType } from "./detect-type.ts";

/**
 * Identifies content. The file name decides some types (`.apk`), so the same bytes with another type are different
 * content: otherwise the type would reveal to the uploader under which kind of name somebody first uploaded these
 * bytes.
 */
export function contentHash(bytesHash: string, contentType: string): string {
  return createHash("sha256").update(`${bytesHash} ${contentType}`).digest("hex");
}

/** Types of which the stored bytes may differ from the uploaded ones, because private metadata was removed. */
const rewrittenTypes = /^(image\/.*|video\/(mp4|quicktime|x-m4v))$/;

/** Whether the stored bytes may differ from the uploaded ones. */
export function isRewritten(contentType: string): boolean {
  // Images that cannot be decoded are rewritten, too, and have the unknown type.
  return rewrittenTypes.test(contentType) || contentType === unknownType;
}

type KnownContent = Pick<StoredFileRow, "hash" | "content_type" | "sha256">;

/** Whether changed bytes can be distinguished from those that were stored. */
export function hasKnownDigest({ sha256, content_type }: KnownContent): boolean {
  return sha256 !== null || !isRewritten(content_type);
}

/** Whether bytes with this digest cannot be what was stored; false where that is unknown. */
export function isDamaged(stored: KnownContent, digest: string): boolean {
  const { hash, content_type, sha256 } = stored;
  if (sha256 !== null) return digest !== sha256;
  return !isRewritten(content_type) && contentHash(digest, content_type) !== hash;
}
