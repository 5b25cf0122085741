import { createHash } from "node:crypto";

/** On everything that people have uploaded: it is kept for a week, and can do nothing in a browser. */
export const servingHeaders = {
  "cache-control": "public, max-age=604800, must-revalidate",
  "content-security-policy":
    "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'",
  "cross-origin-resource-policy": "cross-origin",
  "x-content-type-options": "nosniff",
};

/** `key` names stored bytes, and says more of them than others should know. */
export function entityTag(key: string): string {
  return `"${createHash("sha256").update(key).digest("base64url").slice(0, 32)}"`;
}

/** Whether an If-None-Match lists this entity, by weak comparison. */
export function isListed(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  if (ifNoneMatch.trim() === "*") return true;
  return ifNoneMatch.split(",").some((part) => part.trim().replace(/^W\//, "") === etag);
}

/** What browsers may show by themselves: none of these can run anything. */
const harmless = new Set([
  ...["avif", "bmp", "gif", "jpeg", "jxl", "png", "tiff", "vnd.microsoft.icon", "webp", "x-icon"].map(
    (name) => `image/${name}`,
  ),
  ...["mp4", "mpeg", "ogg", "quicktime", "webm", "x-m4v", "x-matroska"].map((name) => `video/${name}`),
  ...["aac", "flac", "m4a", "mp4", "mpeg", "ogg", "opus", "wav", "webm", "x-flac", "x-wav"].map(
    (name) => `audio/${name}`,
  ),
]);

/** Named for what they are, these could be taken for a page, a script or a style of the site that serves them. */
const active = /^text\/|html|xml|script|json|css|pdf|wasm|flash|multipart/;

/** How an original is handed out: as what, and whether to be shown or to be saved. */
export function servedAs(contentType: string): { type: string; disposition: "inline" | "attachment" } {
  if (contentType === "text/plain" || contentType === "plain/text")
    return { type: "text/plain; charset=utf-8", disposition: "inline" };
  if (harmless.has(contentType)) return { type: contentType, disposition: "inline" };
  const isPlainName = /^[a-z]+\/[a-z0-9.+-]+$/.test(contentType) && !active.test(contentType);
  return { type: isPlainName ? contentType : "application/octet-stream", disposition: "attachment" };
}

/** RFC 6266: the name in plain letters, and, if that is not all of it, as it is. */
export function contentDisposition(disposition: string, filename: string): string {
  const plain = filename.replace(/[^\x20-\x7e]|["%\\]/gu, "_");
  const header = `${disposition}; filename="${plain}"`;
  return plain === filename ? header : `${header}; filename*=UTF-8''${encodeExtended(filename)}`;
}

function encodeExtended(text: string): string {
  return encodeURIComponent(text).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
