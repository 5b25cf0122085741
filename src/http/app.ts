import { Hono } from "hono";
import { ApiError, fail } from "../declare/error.ts";
import { type BucketName, bucketOf } from "../declare/limit.ts";
import type { Route } from "../declare/route.ts";
import type { Services } from "../declare/services.ts";
import type { Counters } from "../platform/counters/port.ts";
import type { Store } from "../platform/database/store.ts";
import { createAddressFinder, limitedBy } from "./client-address.ts";
import { createIdentify } from "./identify.ts";
import { createLimiter } from "./limiter.ts";
import { type CountedCall, mountRoute } from "./mount.ts";
import { pages } from "./pages.ts";
import { matchedPath } from "./request-path.ts";
import { baseHeaders, failure, type Headers, json, preflight } from "./respond.ts";

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
  /** For the log: the path as declared, which holds no secrets. */
  label: string;
}

type Handler = (arrival: Arrival, params: Record<string, string>) => Promise<Response>;

/** Answers HTTP requests: finds the route, and turns whatever happens into a response. */
export function createApp(parts: AppParts): (request: Request, peer: () => string) => Promise<Response> {
  const { services, store } = parts;
  const identify = createIdentify(store);
  const findAddress = createAddressFinder(services.config.trusted_proxies);
  const limiter = createLimiter(services.config.ratelimits, parts.counters);
  const { log, config } = services;

  /** Who is calling, and are they within their allowance? */
  async function admit(arrival: Arrival, charge: { bucket: BucketName; resource: string }) {
    const { request, headers } = arrival;
    const session = await identify(request);
    const address = () => findAddress(arrival.peer(), request.headers.get("x-forwarded-for"));
    const caller = session ? `session ${session.sessionId}` : `address ${limitedBy(address())}`;
    const refusal = await limiter({ ...charge, caller }, headers);
    return { session, address, refusal };
  }

  function routeHandler(route: Route): Handler {
    const serve = mountRoute(route, { store, services, checkReplies: parts.checkReplies });
    const { bucket, by } = route.limit;
    return async (arrival, params) => {
      arrival.label = route.path;
      const { refusal, session, address } = await admit(arrival, { bucket, resource: by ? (params[by] ?? "") : "" });
      if (refusal) return refusal;
      const call: CountedCall = { request: arrival.request, headers: arrival.headers, session, address, params };
      return serve(call);
    };
  }

  const router = new Hono<{ Bindings: Arrival }>({ getPath: (request) => matchedPath(request.url) });
  for (const page of pages(parts.routes, services)) {
    router.get(page.path, async ({ env, req }) => {
      env.label = page.path;
      const { refusal } = page.bucket ? await admit(env, { bucket: page.bucket, resource: "" }) : {};
      return refusal ?? page.serve(env.headers, req.param());
    });
  }
  router.get("/health", ({ env }) => json(200, { status: "ok" }, env.headers));
  router.get("/ready", async ({ env }) => {
    env.label = "/ready";
    try {
      await store.read((db) => db.sql<{ meta: { key: string } }>().selectFrom("meta").select("key").limit(1).execute());
      return json(200, { status: "ready" }, env.headers);
    } catch (error) {
      log.error({ err: error }, "the database does not answer");
      throw new ApiError("DatabaseError", { operation: "ping", collection: "meta" }, 503);
    }
  });
  for (const route of [...parts.routes].sort(literalsFirst)) {
    const handler = routeHandler(route);
    router.on(route.method, `/api${route.path === "/" ? "" : route.path}`, (c) =>
      handler(c.env, rawParams(route, matchedPath(c.req.url))),
    );
  }
  router.all("*", async ({ env, req }) => {
    const segments = matchedPath(req.url).split("/").slice(1);
    const { refusal } = await admit(env, bucketOf(req.method, segments[0] === "api" ? segments.slice(1) : segments));
    if (refusal) return refusal;
    throw fail("NotFound");
  });
  router.onError((error, { env }) => answerError(error, env));

  function answerError(error: unknown, { headers }: Arrival): Response {
    if (error instanceof ApiError) return failure(error, headers);
    log.error({ err: error, request: headers["x-request-id"] }, "a request failed");
    return failure(new ApiError("InternalError"), headers);
  }

  return async (request, peer) => {
    const id = services.ids.next();
    const headers = baseHeaders(id);
    if (request.method === "OPTIONS") return preflight(request, headers);
    const started = performance.now();
    const arrival: Arrival = { request, headers, label: "unknown", peer };
    const response = await router.fetch(request, arrival);
    if (config.log.requests) {
      const ms = Math.round((performance.now() - started) * 10) / 10;
      log.info({ request: id, method: request.method, route: arrival.label, status: response.status, ms }, "request");
    }
    return response;
  };
}

/** `/users/@me` before `/users/:target`: a literal segment wins over a parameter. */
function literalsFirst(a: Route, b: Route): number {
  const rank = (route: Route) => route.path.replace(/:[^/]+/g, "\uffff");
  return rank(a) < rank(b) ? -1 : rank(a) > rank(b) ? 1 : 0;
}

/** Parameters still encoded: decoding them is where bad encoding gets its own error. */
function rawParams(route: Route, path: string): Record<string, string> {
  if (!route.path.includes(":")) return {};
  const given = path.split("/").slice(2);
  const params: Record<string, string> = {};
  for (const [index, segment] of route.path.split("/").slice(1).entries()) {
    if (segment.startsWith(":")) params[segment.slice(1)] = given[index] ?? "";
  }
  return params;
}
