import { invalid } from "../declare/error.ts";

/**
 * The normalised path, which the router matches: without empty segments (`//`, trailing `/`), with `/api` for the
 * older address `/api/0.8`, and with each segment in one encoding. Only the slash, which would otherwise split its
 * segment, and the percent sign stay encoded.
 */
export function matchedPath(url: string): string {
  const start = pathStart(url);
  if (start < 0) return "/";
  const query = url.indexOf("?", start);
  let path = query < 0 ? url.slice(start) : url.slice(start, query);
  if (path.includes("//")) path = path.replace(/\/{2,}/g, "/");
  if (path.length > 1 && path.endsWith("/")) path = path.slice(0, -1);
  if (path.includes("%")) path = path.split("/").map(normaliseSegment).join("/");
  return path === "/api/0.8" || path.startsWith("/api/0.8/") ? `/api${path.slice(8)}` : path;
}

export function queryOf(url: string): URLSearchParams {
  const mark = url.indexOf("?");
  return new URLSearchParams(mark < 0 ? "" : url.slice(mark + 1));
}

/** Without a usable Host header, Bun's `request.url` is the path alone. */
function pathStart(url: string): number {
  return url.startsWith("/") ? 0 : url.indexOf("/", url.indexOf("://") + 3);
}

function normaliseSegment(segment: string): string {
  try {
    return decodeURIComponent(segment).replace(/[%/]/g, encodeURIComponent);
  } catch {
    // Left as it is: `decodeSegment` fails for it, with an error that the client sees.
    return segment;
  }
}

export function decodeSegment(segment: string): string {
  let text = segment;
  try {
    if (segment.includes("%")) text = decodeURIComponent(segment);
  } catch {
    throw invalid("path: not valid percent-encoding");
  }
  assertStorable(text, "path");
  return text;
}

/** Rejects text that cannot be stored. */
export function assertStorable(text: string, where: string): void {
  const problem = storageProblem(text);
  if (problem !== undefined) throw invalid(`${where}: ${problem}`);
}

/** Why PostgreSQL cannot store a text: it has NUL or lone surrogates. */
export function storageProblem(text: string): string | undefined {
  if (text.includes("\0")) return "must not contain NUL";
  return text.isWellFormed() ? undefined : "must be well-formed Unicode";
}
