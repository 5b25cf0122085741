import type { Log } from "../platform/log.ts";
import { ApiError } from "../protocol/error.ts";
import type { Store } from "../store/store.ts";
import type { SystemTables } from "../store/system-tables.ts";
import type { BuiltInPage } from "./built-in-pages.ts";
import { json } from "./respond.ts";

/** Pages for monitoring, and the reply to plain HTTP on the path of the event stream. No rate limit applies. */
export function healthPages(store: Store, log: Log): BuiltInPage[] {
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
        try {
          store.assertSound();
          await store.read((db) =>
            db.sql<SystemTables>().selectFrom("meta").select("key").limit(1).execute(),
          );
        } catch (error) {
          log.error({ err: error }, "the database does not respond");
          throw new ApiError("DatabaseError", { operation: "ping", collection: "meta" }, 503);
        }
        return json(200, { status: "ready" }, context);
      },
    },
  ];
}
