import type { Endpoint } from "../declare/endpoint.ts";
import type { Route } from "../declare/route.ts";
import type { Counters } from "../platform/counters/port.ts";
import { createRequestLog } from "../platform/log.ts";
import { ApiError, fail } from "../protocol/error.ts";
import { bucketOf } from "../protocol/limit.ts";
import type { Services } from "../store/services.ts";
import type { Store } from "../store/store.ts";
import { createAuthenticateAndLimit, type IncomingRequest } from "./authenticate-and-limit.ts";
import { health } from "./health.ts";
import { mountRoute } from "./mount.ts";
import { mountEndpoint } from "./mount-endpoint.ts";
import { pages } from "./pages.ts";
import { discardBody } from "./read-body.ts";
import { matchedPath } from "./request-path.ts";
import { errorResponse, preflight, type ResponseContext } from "./respond.ts";
import { Router } from "./router.ts";

export interface AppParts {
  readonly routes: readonly Route[];
  readonly endpoints: readonly Endpoint[];
  readonly store: Store;
  readonly services: Services;
  readonly counters: Counters;
  readonly checkReplies: boolean;
}

interface Entry {
  /** For the log: the path as declared, which holds no secrets. */
  readonly label: string;
  serve(arrival: IncomingRequest): Response | Promise<Response>;
}

/** Answers HTTP requests: finds the route, and turns whatever happens into a response. */
export function createApp(parts: AppParts): (request: Request, peer: () => string) => Promise<Response> {
  const { services, store } = parts;
  const { log, config } = services;
  const authenticateAndLimit = createAuthenticateAndLimit(config, store, parts.counters);

  const unknown: Entry = {
    label: "unknown",
    async serve(arrival) {
      const segments = matchedPath(arrival.request.url).split("/").slice(1);
      const inApi = segments[0] === "api" ? segments.slice(1) : segments;
      // Without the resource: a name that leads nowhere must not open a budget of its own.
      const { bucket } = bucketOf(arrival.request.method, inApi);
      const { refusal } = await authenticateAndLimit(arrival, { auth: "user", bucket, resource: "" });
      if (refusal) return refusal;
      throw fail("NotFound");
    },
  };

  const preflights: Entry = {
    label: "preflight",
    serve: ({ request, response }) => preflight(request, response),
  };

  const router = new Router<Entry>();
  for (const { path, bucket, serve } of [...health(store, log), ...pages(parts.routes, services)]) {
    router.add("GET", path, {
      label: path,
      async serve(arrival) {
        const { refusal } = bucket
          ? await authenticateAndLimit(arrival, { auth: "user", bucket, resource: "" })
          : {};
        return refusal ?? serve(arrival.response, arrival.params);
      },
    });
  }
  for (const route of parts.routes) {
    const serve = mountRoute(route, {
      authenticateAndLimit,
      store,
      services,
      checkReplies: parts.checkReplies,
    });
    router.add(route.method, `/api${route.path === "/" ? "" : route.path}`, { label: route.path, serve });
  }

  for (const endpoint of parts.endpoints) {
    const serve = mountEndpoint(endpoint, { authenticateAndLimit, store, services });
    router.add(endpoint.method, endpoint.path, { label: endpoint.path, serve });
  }

  function answerError(error: unknown, context: ResponseContext): Response {
    if (error instanceof ApiError) return errorResponse(error, context);
    log.error({ err: error, request: context.requestId }, "a request failed");
    return errorResponse(new ApiError("InternalError"), context);
  }

  const requestIds = createRequestIds();
  const logRequest = config.log.requests ? createRequestLog(log) : () => {};
  return async (request, peer) => {
    const context: ResponseContext = { requestId: requestIds() };
    const { method } = request;
    const started = performance.now();
    const match = router.match(method === "HEAD" ? "GET" : method, matchedPath(request.url));
    const { label, serve } = method === "OPTIONS" ? preflights : (match?.found ?? unknown);
    let response: Response;
    try {
      response = await serve({ request, response: context, peer, params: match?.params ?? {} });
    } catch (error) {
      response = answerError(error, context);
    }
    discardBody(request, response);
    const ms = performance.now() - started;
    logRequest({ id: context.requestId, method, route: label, status: response.status, ms });
    return response;
  };
}

/** Unique among all runs of the program: a random start, then counting. */
function createRequestIds(): () => string {
  const run = crypto.randomUUID().slice(0, 8);
  let count = 0;
  return () => `${run}-${(++count).toString(36)}`;
}
