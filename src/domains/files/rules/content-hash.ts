import { createHash } from "node:crypto";
import { unknownType } from "./detect-type.ts";

/**
 * Identifies content. The file name decides some types (`.apk`), so the same bytes with another type are other content:
 * otherwise the type would tell the uploader under which kind of name somebody uploaded these bytes first.
 */
export function contentHash(bytesHash: string, contentType: string): string {
  return createHash("sha256").update(`${bytesHash} ${contentType}`).digest("hex");
}

/** Types of which the stored bytes may differ from the uploaded ones, because private metadata was removed. */
const rewrittenTypes = /^(image\/.*|video\/(mp4|quicktime|x-m4v))$/;

/** Whether these bytes cannot be what was stored. Of rewritten content the hash is unknown, so it never says so. */
export function isDamaged(stored: { hash: string; content_type: string }, bytesHash: string): boolean {
  const { hash, content_type } = stored;
  // Images that cannot be decoded are rewritten, too, and have the unknown type.
  if (rewrittenTypes.test(content_type) || content_type === unknownType) return false;
  return contentHash(bytesHash, content_type) !== hash;
}
