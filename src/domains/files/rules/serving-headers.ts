import { createHash } from "node:crypto";

/** On all uploaded content: browsers cache it for a week, and run nothing in it. */
export const servingHeaders = {
  "cache-control": "public, max-age=604800, must-revalidate",
  "content-security-policy":
    "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'",
  "cross-origin-resource-policy": "cross-origin",
  "x-content-type-options": "nosniff",
};

/** Derived from the blob key by a hash, because the key itself reveals the hash of the content. */
export function entityTag(key: string): string {
  return `"${createHash("sha256").update(key).digest("base64url").slice(0, 32)}"`;
}

/** Whether an If-None-Match lists this entity, by weak comparison. */
export function isListed(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  if (ifNoneMatch.trim() === "*") return true;
  return ifNoneMatch.split(",").some((part) => part.trim().replace(/^W\//, "") === etag);
}

/** Types that a browser could take for a page, script or style of this site. */
const active = /^text\/|html|xml|script|json|css|pdf|wasm|flash|multipart/;

/** The Content-Type of an original. */
export function servedType(contentType: string): string {
  if (contentType === "text/plain" || contentType === "plain/text") return "text/plain; charset=utf-8";
  const isPlainName = /^[a-z]+\/[a-z0-9.+-]+$/.test(contentType) && !active.test(contentType);
  return isPlainName ? contentType : "application/octet-stream";
}

/**
 * The Content-Disposition of an original, which browsers save instead of opening it as a page of this site. RFC 6266: the
 * name in ASCII, and also in UTF-8 if the two differ.
 */
export function attachmentNamed(filename: string): string {
  const ascii = filename.replace(/[^\x20-\x7e]|["%\\]/gu, "_");
  const header = `attachment; filename="${ascii}"`;
  return ascii === filename ? header : `${header}; filename*=UTF-8''${encodeExtended(filename)}`;
}

function encodeExtended(text: string): string {
  return encodeURIComponent(text).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
