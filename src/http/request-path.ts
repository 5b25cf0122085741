import { invalid } from "../declare/error.ts";

/**
 * The path that routes are matched by: empty segments do not count (`//`, trailing `/`), and the older address
 * `/api/0.8` is the same API. Kept percent-encoded, so that an encoded slash stays inside its segment.
 */
export function matchedPath(url: string): string {
  const start = url.indexOf("/", url.indexOf("://") + 3);
  if (start < 0) return "/";
  const query = url.indexOf("?", start);
  let path = query < 0 ? url.slice(start) : url.slice(start, query);
  if (path.includes("//")) path = path.replace(/\/{2,}/g, "/");
  if (path.length > 1 && path.endsWith("/")) path = path.slice(0, -1);
  return path === "/api/0.8" || path.startsWith("/api/0.8/") ? `/api${path.slice(8)}` : path;
}

export function decodeSegment(segment: string): string {
  let text: string;
  try {
    text = decodeURIComponent(segment);
  } catch {
    throw invalid("path: not valid percent-encoding");
  }
  assertStorable(text, "path");
  return text;
}

/** NUL and lone surrogates have no place in a database; they are refused at the door. */
export function assertStorable(text: string, where: string): void {
  if (text.includes("\0")) throw invalid(`${where}: must not contain NUL`);
  if (!text.isWellFormed()) throw invalid(`${where}: must be well-formed Unicode`);
}
