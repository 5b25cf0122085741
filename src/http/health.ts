import { timingSafeEqual } from "node:crypto";
import { ApiError, fail } from "../declare/error.ts";
import type { Services } from "../declare/services.ts";
import { databaseFailureOf } from "../platform/database/failure.ts";
import type { BuiltInPage } from "./built-in-pages.ts";
import { createAddressFinder } from "./client-address.ts";
import type { Readiness } from "./readiness.ts";
import { json } from "./respond.ts";

/** Reserved for documentation, so no proxy has this address. */
const strangersAddress = "192.0.2.1";

/** Pages for monitoring, and the reply to plain HTTP on the path of the event stream. No rate limit applies. */
export function healthPages(readiness: Readiness, services: Services): BuiltInPage[] {
  const findAddress = createAddressFinder(services.config.trusted_proxies);
  return [
    {
      path: "/ws",
      serve() {
        throw new ApiError("InvalidOperation", {}, 426);
      },
    },
    {
      path: "/health/address",
      // For `ermine doctor`: only it and this server know the probe token.
      serve(context, { request, peer }) {
        const given = request.headers.get("x-ermine-probe");
        if (given === null || !isSecret(given, services.secrets.probeToken)) throw fail("NotFound");
        const forwarded = request.headers.get("x-forwarded-for");
        const seen = { peer: peer(), forwarded, address: findAddress(peer(), forwarded) };
        // A proxy on the client's machine reports its own address, so `address` does not show this.
        const believes = findAddress(peer(), strangersAddress) === strangersAddress;
        return json(200, { ...seen, believes }, context);
      },
    },
    { path: "/health", serve: (context) => json(200, { status: "ok" }, context) },
    {
      path: "/ready",
      async serve(context) {
        const failures = await readiness.failures();
        const [[check, error] = []] = failures;
        if (check === undefined) return json(200, { status: "ready" }, context);
        if (databaseFailureOf(error) === "full") throw fail("InsufficientStorage");
        if (check === "database")
          throw new ApiError("DatabaseError", { operation: "ping", collection: "meta" }, 503);
        return json(503, { status: "not ready", check }, context);
      },
    },
  ];
}

function isSecret(given: string, secret: string): boolean {
  return given.length === secret.length && timingSafeEqual(Buffer.from(given), Buffer.from(secret));
}
