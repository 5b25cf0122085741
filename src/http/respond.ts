import type { EndpointReply } from "../declare/endpoint.ts";
import type { Allowance } from "../platform/counters/port.ts";
import type { ApiError } from "../protocol/error.ts";

/** What a response says beside its body. Filled while the request is served, and put on whatever comes of it. */
export interface ResponseContext {
  readonly requestId: string;
  /** Absent where the limiter is off or does not count. */
  limit?: { readonly bucket: string; readonly calls: number; readonly allowance: Allowance };
}

const methods = "GET, PUT, POST, DELETE, OPTIONS, HEAD, TRACE, CONNECT, PATCH";
const exposed =
  "X-Ratelimit-Limit, X-Ratelimit-Bucket, X-Ratelimit-Remaining, X-Ratelimit-Reset-After, X-Request-Id, " +
  "Accept-Ranges, Content-Range, ETag";

/** Copying these and adding the few that vary is cheaper than setting all of them each time. */
const always = new Headers({
  "access-control-allow-origin": "*",
  "access-control-expose-headers": exposed,
  "x-content-type-options": "nosniff",
});
const forJson = new Headers([...always, ["content-type", "application/json"]]);

export function json(status: number, body: unknown, context: ResponseContext): Response {
  return finish(Response.json(body, { status, headers: forJson }), context);
}

/** For an answer that is written out already. */
export function jsonText(text: string, context: ResponseContext): Response {
  return finish(new Response(text, { headers: forJson }), context);
}

export function noContent(context: ResponseContext): Response {
  return finish(new Response(null, { status: 204, headers: always }), context);
}

export function respondBytes(
  bytes: Uint8Array<ArrayBuffer>,
  { type, cacheControl }: { type: string; cacheControl: string },
  context: ResponseContext,
): Response {
  const headers = { "content-type": type, "cache-control": cacheControl };
  return respond(new Blob([bytes]), { headers }, context);
}

/** Any other kind of answer. */
export function respond(
  body: EndpointReply["body"],
  init: { status?: number; headers: Record<string, string> },
  context: ResponseContext,
) {
  const headers = new Headers(always);
  for (const [name, value] of Object.entries(init.headers)) headers.set(name, value);
  return finish(new Response(body, { status: init.status ?? 200, headers }), context);
}

export function preflight(request: Request, context: ResponseContext): Response {
  const headers = {
    "access-control-allow-methods": methods,
    "access-control-allow-headers": request.headers.get("access-control-request-headers") ?? "*",
    "access-control-max-age": "86400",
  };
  return respond(null, { status: 204, headers }, context);
}

/** `location` is the request id: it leads the operator to the log line, and says nothing of the program. */
export function errorResponse(error: ApiError, context: ResponseContext): Response {
  const response = json(
    error.status,
    { type: error.type, ...error.extra, location: context.requestId },
    context,
  );
  // What is left of a body that is too large is not waited for.
  if (error.status === 413) response.headers.set("connection", "close");
  return response;
}

function finish(response: Response, { requestId, limit }: ResponseContext): Response {
  const { headers } = response;
  headers.set("x-request-id", requestId);
  if (limit) {
    headers.set("x-ratelimit-limit", String(limit.calls));
    headers.set("x-ratelimit-bucket", limit.bucket);
    headers.set("x-ratelimit-remaining", String(limit.allowance.remaining));
    headers.set("x-ratelimit-reset-after", String(limit.allowance.resetAfterMs));
  }
  return response;
}
