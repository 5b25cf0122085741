import type { EndpointReply } from "../declare/endpoint.ts";
import type { ApiError } from "../declare/error.ts";
import type { Allowance } from "../platform/counters/port.ts";

/** A limit that applied to the request, and what is left of it. */
export interface AppliedLimit {
  /** The opaque name of the counter. */
  readonly bucket: string;
  readonly calls: number;
  readonly allowance: Allowance;
}

/** The headers of a response that depend on the request. Filled while it is handled, and set on every outcome. */
export interface ResponseContext {
  readonly requestId: string;
  /** Absent where no rate limit applies. */
  limit?: AppliedLimit | undefined;
  /** Whether the reply is for this caller alone: neither a proxy nor a browser may keep it. */
  isPrivate?: boolean;
}

const methods = "GET, PUT, POST, DELETE, OPTIONS, HEAD, TRACE, CONNECT, PATCH";
const exposedHeaders =
  "X-Ratelimit-Limit, X-Ratelimit-Bucket, X-Ratelimit-Remaining, X-Ratelimit-Reset-After, X-Request-Id, " +
  "Accept-Ranges, Content-Range, ETag, Retry-After";
const retryAfterSeconds = 5;

/**
 * The headers of one kind of response: the same objects for all responses, with the values of the current one. A response
 * copies them, which is cheaper than adding these values to the copy.
 */
interface SharedHeaders {
  readonly limited: Headers;
  readonly unlimited: Headers;
}

function sharedHeaders(own: Readonly<Record<string, string>>): SharedHeaders {
  const common = {
    "access-control-allow-origin": "*",
    "access-control-expose-headers": exposedHeaders,
    "x-content-type-options": "nosniff",
  };
  return { limited: new Headers({ ...common, ...own }), unlimited: new Headers({ ...common, ...own }) };
}

const ofJson = { "content-type": "application/json" };
const ofPrivate = { "cache-control": "private, no-store" };
const commonHeaders = sharedHeaders({});
const jsonHeaders = sharedHeaders(ofJson);
const privateHeaders = sharedHeaders(ofPrivate);
const privateJsonHeaders = sharedHeaders({ ...ofJson, ...ofPrivate });

/** To be copied at once: the next response has the same object. */
function headersOf(shared: SharedHeaders, { requestId, limit }: ResponseContext): Headers {
  const headers = limit ? shared.limited : shared.unlimited;
  headers.set("x-request-id", requestId);
  if (limit) {
    headers.set("x-ratelimit-limit", String(limit.calls));
    headers.set("x-ratelimit-bucket", limit.bucket);
    headers.set("x-ratelimit-remaining", String(limit.allowance.remaining));
    headers.set("x-ratelimit-reset-after", String(limit.allowance.resetAfterMs));
  }
  return headers;
}

export function json(status: number, body: unknown, context: ResponseContext): Response {
  const headers = headersOf(context.isPrivate ? privateJsonHeaders : jsonHeaders, context);
  return Response.json(body, { status, headers });
}

/** For a body that is serialised already. */
export function jsonText(text: string, context: ResponseContext): Response {
  const headers = headersOf(context.isPrivate ? privateJsonHeaders : jsonHeaders, context);
  return new Response(text, { headers });
}

export function noContent(context: ResponseContext): Response {
  const headers = headersOf(context.isPrivate ? privateHeaders : commonHeaders, context);
  return new Response(null, { status: 204, headers });
}

export function respondBytes(
  bytes: Uint8Array<ArrayBuffer>,
  { type, cacheControl }: { type: string; cacheControl: string },
  context: ResponseContext,
): Response {
  const headers = { "content-type": type, "cache-control": cacheControl };
  return respond(new Blob([bytes]), { headers }, context);
}

export function respond(
  body: EndpointReply["body"],
  init: { status?: number; headers: Record<string, string> },
  context: ResponseContext,
) {
  // Files say themselves how long they may be kept.
  const headers = new Headers(headersOf(context.isPrivate ? privateHeaders : commonHeaders, context));
  for (const [name, value] of Object.entries(init.headers)) headers.set(name, value);
  return new Response(body, { status: init.status ?? 200, headers });
}

export function preflight(request: Request, context: ResponseContext): Response {
  const headers = {
    "access-control-allow-methods": methods,
    "access-control-allow-headers": request.headers.get("access-control-request-headers") ?? "*",
    "access-control-max-age": "86400",
  };
  return respond(null, { status: 204, headers }, context);
}

/** `location` is the request id: the operator finds the log line by it, and it reveals nothing about the program. */
export function errorResponse(error: ApiError, context: ResponseContext): Response {
  const response = json(
    error.status,
    { type: error.type, ...error.extra, location: context.requestId },
    context,
  );
  if (error.status === 503) response.headers.set("retry-after", String(retryAfterSeconds));
  return response;
}

/** In bytes. A body of this size arrives together with the head of the request. */
const smallBody = 1_024;

/** In bytes. After a refusal, the rest of a body that is longer, or has no length, is not received. */
const maxDrained = 512 * 1024 * 1024;

/**
 * Disposes of a body that no handler has read to its end (a GET has none). A small one is read, because it would delay
 * the shutdown of the server. Of a larger one, Bun receives and drops the rest: if the connection were closed, it
 * would be reset, and proxies that are still sending would lose the response.
 */
export function discardBody(request: Request, response: Response): void {
  const { headers, bodyUsed } = request;
  const announced = Number(headers.get("content-length") ?? 0);
  const isEndless = headers.has("transfer-encoding") || announced > maxDrained;
  if (isEndless && (!bodyUsed || response.status >= 400)) response.headers.set("connection", "close");
  else if (!bodyUsed && announced > 0 && announced <= smallBody) request.arrayBuffer().catch(() => {});
}
