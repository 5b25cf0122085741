import { databaseFailureOf } from "../platform/database/failure.ts";
import { ApiError, fail } from "../protocol/error.ts";
import type { BuiltInPage } from "./built-in-pages.ts";
import type { Readiness } from "./readiness.ts";
import { json } from "./respond.ts";

/** Pages for monitoring, and the reply to plain HTTP on the path of the event stream. No rate limit applies. */
export function healthPages(readiness: Readiness): BuiltInPage[] {
  return [
    {
      path: "/ws",
      serve() {
        throw new ApiError("InvalidOperation", {}, 426);
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
