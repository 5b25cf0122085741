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

/** Types that browsers may display: none of them can contain code. */
const harmless = new Set([
  ...["avif", "bmp", "gif", "jpeg", "jxl", "png", "tiff", "vnd.microsoft.icon", "webp", "x-icon"].map(
    (name) => `image/${name}`,
  ),
  ...["mp4", "mpeg", "ogg", "quicktime", "webm", "x-m4v", "x-matroska"].map((name) => `video/${name}`),
  ...["aac", "flac", "m4a", "mp4", "mpeg", "ogg", "opus", "wav", "webm", "x-flac", "x-wav"].map(
    (name) => `audio/${name}`,
  ),
]);

/** Types that a browser could take for a page, script or style of this site. */
const active = /^text\/|html|xml|script|json|css|pdf|wasm|flash|multipart/;

/** The Content-Type of an original, and whether browsers display or save it. */
export function servedAs(contentType: string): { type: string; disposition: "inline" | "attachment" } {
  if (contentType === "text/plain" || contentType === "plain/text")
    return { type: "text/plain; charset=utf-8", disposition: "inline" };
  if (harmless.has(contentType)) return { type: contentType, disposition: "inline" };
  const isPlainName = /^[a-z]+\/[a-z0-9.+-]+$/.test(contentType) && !active.test(contentType);
  return { type: isPlainName ? contentType : "application/octet-stream", disposition: "attachment" };
}

/** RFC 6266: the name in ASCII, and also in UTF-8 if the two differ. */
export function contentDisposition(disposition: string, filename: string): string {
  const ascii = filename.replace(/[^\x20-\x7e]|["%\\]/gu, "_");
  const header = `${disposition}; filename="${ascii}"`;
  return ascii === filename ? header : `${header}; filename*=UTF-8''${encodeExtended(filename)}`;
}

function encodeExtended(text: string): string {
  return encodeURIComponent(text).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
