import { ApiError, fail } from "../declare/error.ts";
import { type BucketName, bucketOf } from "../declare/limit.ts";
import type { Route } from "../declare/route.ts";
import type { Services } from "../declare/services.ts";
import type { Counters } from "../platform/counters/port.ts";
import type { Store } from "../platform/database/store.ts";
import { createAddressFinder, limitedBy } from "./client-address.ts";
import { health } from "./health.ts";
import { createIdentify } from "./identify.ts";
import { createLimiter } from "./limiter.ts";
import { mountRoute } from "./mount.ts";
import { pages } from "./pages.ts";
import { matchedPath } from "./request-path.ts";
import { baseHeaders, failure, type Headers, preflight } from "./respond.ts";
import { Router } from "./router.ts";

export interface AppParts {
  readonly routes: readonly Route[];
  readonly store: Store;
  readonly services: Services;
  readonly counters: Counters;
  readonly checkReplies: boolean;
}

interface Arrival {
  readonly request: Request;
  readonly peer: () => string;
  readonly headers: Headers;
  readonly params: Record<string, string>;
}

interface Entry {
  /** For the log: the path as declared, which holds no secrets. */
  readonly label: string;
  serve(arrival: Arrival): Response | Promise<Response>;
}

/** Answers HTTP requests: finds the route, and turns whatever happens into a response. */
export function createApp(parts: AppParts): (request: Request, peer: () => string) => Promise<Response> {
  const { services, store } = parts;
  const { log, config } = services;
  const identify = createIdentify(store);
  const findAddress = createAddressFinder(config.trusted_proxies);
  const limiter = createLimiter(config.ratelimits, parts.counters);

  /** Who is calling, and are they within their allowance? */
  async function admit({ request, headers, peer }: Arrival, bucket: BucketName, resource: string) {
    const session = await identify(request);
    const address = () => findAddress(peer(), request.headers.get("x-forwarded-for"));
    const caller = session ? session.sessionId : limitedBy(address());
    const refusal = await limiter({ caller, bucket, resource }, headers);
    return { session, address, refusal };
  }

  function routeEntry(route: Route): Entry {
    const serve = mountRoute(route, { store, services, checkReplies: parts.checkReplies });
    const { bucket, by } = route.limit;
    return {
      label: route.path,
      async serve(arrival) {
        const { request, headers, params } = arrival;
        const resource = by === undefined ? "" : (params[by] ?? "");
        const { refusal, session, address } = await admit(arrival, bucket, resource);
        return refusal ?? serve({ request, headers, session, address, params });
      },
    };
  }

  const unknown: Entry = {
    label: "unknown",
    async serve(arrival) {
      const segments = matchedPath(arrival.request.url).split("/").slice(1);
      const inApi = segments[0] === "api" ? segments.slice(1) : segments;
      const { bucket, resource } = bucketOf(arrival.request.method, inApi);
      const { refusal } = await admit(arrival, bucket, resource);
      if (refusal) return refusal;
      throw fail("NotFound");
    },
  };

  const router = new Router<Entry>();
  for (const { path, bucket, serve } of [...health(store, log), ...pages(parts.routes, services)]) {
    router.add("GET", path, {
      label: path,
      async serve(arrival) {
        const { refusal } = bucket ? await admit(arrival, bucket, "") : {};
        return refusal ?? serve(arrival.headers, arrival.params);
      },
    });
  }
  for (const route of [...parts.routes].sort(literalsFirst)) {
    router.add(route.method, `/api${route.path === "/" ? "" : route.path}`, routeEntry(route));
  }

  function answerError(error: unknown, headers: Headers): Response {
    if (error instanceof ApiError) return failure(error, headers);
    log.error({ err: error, request: headers["x-request-id"] }, "a request failed");
    return failure(new ApiError("InternalError"), headers);
  }

  const requestIds = createRequestIds();
  // The fields of a request line hold nothing secret, so looking for it can be left out.
  const requests = log.child({}, { redact: [] });
  return async (request, peer) => {
    const headers = baseHeaders(requestIds());
    const { method } = request;
    if (method === "OPTIONS") return preflight(request, headers);
    const started = performance.now();
    const match = router.match(method === "HEAD" ? "GET" : method, matchedPath(request.url));
    const { label, serve } = match?.found ?? unknown;
    let response: Response;
    try {
      response = await serve({ request, headers, peer, params: match?.params ?? {} });
    } catch (error) {
      response = answerError(error, headers);
    }
    if (config.log.requests) {
      const ms = Math.round((performance.now() - started) * 10) / 10;
      requests.info({ request: headers["x-request-id"], method, route: label, status: response.status, ms }, "request");
    }
    return response;
  };
}

/** `/users/@me` before `/users/:target`: a literal segment wins over a parameter. */
function literalsFirst(a: Route, b: Route): number {
  const rank = (route: Route) => route.path.replace(/:[^/]+/g, "\uffff");
  return rank(a) < rank(b) ? -1 : rank(a) > rank(b) ? 1 : 0;
}

/** Unique among all runs of the program: a random start, then counting. */
function createRequestIds(): () => string {
  const run = crypto.randomUUID().slice(0, 8);
  let count = 0;
  return () => `${run}-${(++count).toString(36)}`;
}
