import type { Endpoint } from "../declare/endpoint.ts";
import { ApiError, fail } from "../declare/error.ts";
import { bucketOf } from "../declare/limit.ts";
import type { Route } from "../declare/route.ts";
import type { Services } from "../declare/services.ts";
import { StorageUnavailable } from "../platform/blobs/port.ts";
import type { MaybePromise } from "../platform/concurrency/maybe-promise.ts";
import type { LimitCounters } from "../platform/counters/port.ts";
import { databaseFailureOf } from "../platform/database/failure.ts";
import { createRequestLog, logFormatOf } from "../platform/log/log.ts";
import type { Store } from "../store/store.ts";
import type { StreamMessages } from "./asyncapi.ts";
import { createAuthenticateAndLimit, type IncomingRequest } from "./authenticate-and-limit.ts";
import { documentationPages } from "./built-in-pages.ts";
import { createAddressFinder } from "./client-address.ts";
import { healthPages } from "./health.ts";
import { createLimiter } from "./limiter.ts";
import { mountRoute } from "./mount.ts";
import { mountEndpoint } from "./mount-endpoint.ts";
import { Readiness } from "./readiness.ts";
import { createRequestRecorder } from "./request-metrics.ts";
import { discardBody, errorResponse, preflight, type ResponseContext } from "./respond.ts";
import { matchedPath, Router } from "./router.ts";
import { SessionUse } from "./session-use.ts";

interface AppDependencies {
  readonly routes: readonly Route[];
  readonly endpoints: readonly Endpoint[];
  /** For the published description of the event stream. */
  readonly stream: StreamMessages;
  readonly store: Store;
  readonly services: Services;
  readonly counters: LimitCounters;
  readonly checkReplies: boolean;
  /** Whether events of other nodes arrive and the server is not stopping. */
  readonly followsEvents: () => boolean;
  readonly website: Website;
}

/** Pages and files for browsers, at every path that nothing else serves. */
export interface Website {
  /** Undefined if there is nothing for this request. `callApi` handles requests to the API as if they came from outside. */
  find(request: Request, path: string, callApi: HandleRequest): Entry | undefined;
}

/** Finds the route, and turns its reply or error into a response. */
export type HandleRequest = (request: Request, peer: () => string) => MaybePromise<Response>;

export interface Entry {
  /** For the log: the declared path, which contains no parameters and so no secrets. */
  readonly label: string;
  serve(incoming: IncomingRequest): MaybePromise<Response>;
}

interface App {
  readonly handle: HandleRequest;
  /** Once the listener is closed: waits for the work that requests have left in the background. */
  settle(): Promise<void>;
}

export function createApp(dependencies: AppDependencies): App {
  const { services, store } = dependencies;
  const { log, config } = services;
  const limiter = createLimiter({
    limits: config.ratelimits,
    counters: dependencies.counters,
    seed: services.secrets.limiterSeed,
    metrics: services.metrics,
  });
  const sessionUse = new SessionUse(store, services);
  const authenticateAndLimit = createAuthenticateAndLimit({ services, store, limiter, sessionUse });

  const unknownPath: Entry = {
    label: "unknown",
    async serve(incoming) {
      const segments = matchedPath(incoming.request.url).split("/").slice(1);
      const inApi = segments[0] === "api" ? segments.slice(1) : segments;
      // Without a resource: otherwise each unknown path would have an allowance of its own.
      const { bucket } = bucketOf(incoming.request.method, inApi);
      const { limitExceeded } = await authenticateAndLimit(incoming, { auth: "none", bucket, resource: "" });
      if (limitExceeded) return limitExceeded;
      throw fail("NotFound");
    },
  };

  const preflights: Entry = {
    label: "preflight",
    serve: ({ request, response }) => preflight(request, response),
  };

  const readiness = new Readiness({ store, services, followsEvents: dependencies.followsEvents });
  const router = new Router<Entry>();
  for (const { path, bucket, serve } of [
    ...healthPages(readiness, services),
    ...documentationPages(dependencies, services),
  ]) {
    router.add("GET", path, {
      label: path,
      async serve(incoming) {
        const { limitExceeded } = bucket
          ? await authenticateAndLimit(incoming, { auth: "none", bucket, resource: "" })
          : {};
        return limitExceeded ?? serve(incoming.response, incoming);
      },
    });
  }
  for (const route of dependencies.routes) {
    const serve = mountRoute(route, {
      authenticateAndLimit,
      limiter,
      store,
      services,
      checkReplies: dependencies.checkReplies,
    });
    router.add(route.method, `/api${route.path === "/" ? "" : route.path}`, { label: route.path, serve });
  }

  for (const endpoint of dependencies.endpoints) {
    const serve = mountEndpoint(endpoint, { authenticateAndLimit, store, services });
    router.add(endpoint.method, endpoint.path, { label: endpoint.path, serve });
  }

  let isClosed = false;
  function respondToError(error: unknown, context: ResponseContext): Response {
    if (error instanceof ApiError) return errorResponse(error, context);
    const details = { err: error, request: context.requestId };
    // It took longer than the grace period, and its dependencies are closed; nobody waits for the response.
    if (isClosed) log.warn(details, "a request was still running when the server stopped");
    else log.error(details, "a request failed");
    if (databaseFailureOf(error) === "full") readiness.noteFullDisk();
    return errorResponse(apiErrorOf(error), context);
  }

  const requestIds = createRequestIds();
  const { requests } = config.log;
  const logsRequests = requests === "always" || (requests === "auto" && logFormatOf(config.log) === "json");
  const logRequest = logsRequests ? createRequestLog(log) : undefined;
  const recordRequest = createRequestRecorder(services.metrics);
  const isObserved = logRequest !== undefined || recordRequest !== undefined;
  const findAddress = createAddressFinder(config.trusted_proxies);
  const loggedAddress = config.log.client_address
    ? ({ headers }: Request, peer: () => string) => findAddress(peer(), headers.get("x-forwarded-for"))
    : () => undefined;
  const handle: HandleRequest = (request, peer) => {
    const context: ResponseContext = { requestId: requestIds(), limit: undefined, isPrivate: false };
    const { method } = request;
    services.activity.totals.requests += 1;
    const started = isObserved ? performance.now() : 0;
    const path = matchedPath(request.url);
    const match = router.match(method === "HEAD" ? "GET" : method, path);
    const entry = match?.value ?? dependencies.website.find(request, path, handle) ?? unknownPath;
    const { label, serve } = method === "OPTIONS" ? preflights : entry;
    const finish = (response: Response) => {
      if (method !== "GET") discardBody(request, response);
      if (!isObserved) return response;
      const { status } = response;
      const ms = performance.now() - started;
      const { requestId: id } = context;
      logRequest?.({ id, method, route: label, status, ms, address: loggedAddress(request, peer) });
      recordRequest?.({ method, route: match || entry === unknownPath ? label : "web", status, ms });
      return response;
    };
    const finishRefused = (error: unknown) => finish(respondToError(error, context));
    let served: MaybePromise<Response>;
    try {
      served = serve({ request, response: context, peer, params: match?.params ?? {} });
    } catch (error) {
      return finishRefused(error);
    }
    return served instanceof Promise ? served.then(finish, finishRefused) : finish(served);
  };
  const settle = async () => {
    isClosed = true;
    await sessionUse.settle();
  };
  return { handle, settle };
}

/** What the client learns about an error that no route declares. */
function apiErrorOf(error: unknown): ApiError {
  if (error instanceof StorageUnavailable) return new ApiError("InternalError", {}, 503);
  switch (databaseFailureOf(error)) {
    case "full":
      return fail("InsufficientStorage");
    case "unavailable":
      return new ApiError("DatabaseError", { operation: "query", collection: "database" }, 503);
    default:
      return fail("InternalError");
  }
}

/** Request ids, unique over all runs of the program: a random prefix for each run, then a counter. */
function createRequestIds(): () => string {
  const run = crypto.randomUUID().slice(0, 8);
  let count = 0;
  return () => `${run}-${(++count).toString(36)}`;
}
