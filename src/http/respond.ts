import { ApiError } from "../declare/error.ts";
import type { Allowance } from "../platform/counters/port.ts";

export type Headers = Record<string, string>;

const methods = "GET, PUT, POST, DELETE, OPTIONS, HEAD, TRACE, CONNECT, PATCH";
const exposed =
  "X-Ratelimit-Limit, X-Ratelimit-Bucket, X-Ratelimit-Remaining, X-Ratelimit-Reset-After, X-Request-Id";

/** The headers that every response has. */
export function baseHeaders(requestId: string): Headers {
  return {
    "access-control-allow-origin": "*",
    "access-control-expose-headers": exposed,
    "x-content-type-options": "nosniff",
    "x-request-id": requestId,
  };
}

export function addLimitHeaders(headers: Headers, bucket: string, limit: number, allowance: Allowance): void {
  headers["x-ratelimit-limit"] = String(limit);
  headers["x-ratelimit-bucket"] = bucket;
  headers["x-ratelimit-remaining"] = String(allowance.remaining);
  headers["x-ratelimit-reset-after"] = String(allowance.resetAfterMs);
}

export function preflight(request: Request, headers: Headers): Response {
  return new Response(null, {
    status: 204,
    headers: {
      ...headers,
      "access-control-allow-methods": methods,
      "access-control-allow-headers": request.headers.get("access-control-request-headers") ?? "*",
      "access-control-max-age": "86400",
    },
  });
}

export function json(status: number, body: unknown, headers: Headers): Response {
  headers["content-type"] = "application/json";
  return new Response(JSON.stringify(body), { status, headers });
}

export function noContent(headers: Headers): Response {
  return new Response(null, { status: 204, headers });
}

/** `location` is the request id: it leads the operator to the log line, and says nothing of the program. */
export function failure(error: ApiError, headers: Headers): Response {
  const location = headers["x-request-id"];
  return json(error.status, { type: error.type, ...error.extra, location }, headers);
}
