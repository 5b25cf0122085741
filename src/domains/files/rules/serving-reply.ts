import type { EndpointReply } from "../../../declare/endpoint.ts";
import type { File } from "../../../protocol/file.ts";
import { originalPath } from "./serving.ts";
import { isListed, servingHeaders } from "./serving-headers.ts";
import { type ByteRange, requestedRange } from "./serving-range.ts";

/** `service` is the public address of the file service, which may have a path. */
export function redirectToOriginal(file: File, service: string): EndpointReply {
  const location = new URL(service).pathname + originalPath(file);
  return { status: 308, headers: { ...servingHeaders, location }, body: null };
}

/** The reply to a client that has the content already. */
export function notModified({ headers }: Request, etag: string): EndpointReply | undefined {
  if (!isListed(headers.get("if-none-match"), etag)) return undefined;
  return { status: 304, headers: { ...servingHeaders, etag }, body: null };
}

interface ServedContent {
  readonly etag: string;
  readonly size: number;
  readonly type: string;
  readonly disposition: string;
}

interface ReplyPlan extends Omit<EndpointReply, "body"> {
  /** The bytes of the body, if there is one. */
  readonly part: ByteRange | undefined;
}

/** Plans the reply and its range. Bun by itself handles ranges only of some files, and never of bytes. */
export function planReply({ method, headers }: Request, content: ServedContent): ReplyPlan {
  const { etag, size } = content;
  const common = { ...servingHeaders, etag, "accept-ranges": "bytes" };
  const mayBePart = method === "GET" && [null, etag].includes(headers.get("if-range"));
  const range = requestedRange(mayBePart ? headers.get("range") : null, size);
  if (range === "unsatisfiable") {
    return { status: 416, headers: { ...common, "content-range": `bytes */${size}` }, part: undefined };
  }
  const { start, end } = range === "whole" ? { start: 0, end: size } : range;
  return {
    status: range === "whole" ? 200 : 206,
    headers: {
      ...common,
      "content-type": content.type,
      "content-length": String(end - start),
      "content-disposition": content.disposition,
      ...(range !== "whole" && { "content-range": `bytes ${start}-${end - 1}/${size}` }),
    },
    part: method === "HEAD" ? undefined : { start, end },
  };
}
