import { invalid } from "../../../declare/error.ts";

const maxLength = 8_192;

/** Checks the address that a client requests, and returns it as written where that is safe to repeat. */
export function requestedLink(written: string | null): string {
  const link = written?.trim() ?? "";
  if (link === "") throw invalid("url: missing");
  const url = link.length > maxLength ? null : URL.parse(link);
  if (url === null || !/^https?:$/.test(url.protocol)) throw invalid("url: must be an http or https address");
  return /[\s\p{Cc}\p{Cs}]/u.test(link) ? url.href : link;
}
