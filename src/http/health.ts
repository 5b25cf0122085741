import { ApiError } from "../declare/error.ts";
import type { FrameTables } from "../platform/database/frame-tables.ts";
import type { Store } from "../platform/database/store.ts";
import type { Log } from "../platform/log.ts";
import type { Page } from "./pages.ts";
import { json } from "./respond.ts";

/** For whoever watches over the process, or knocks at the event stream with plain HTTP. Not counted by the limiter. */
export function health(store: Store, log: Log): Page[] {
  return [
    {
      path: "/ws",
      serve() {
        throw new ApiError("InvalidOperation", {}, 426);
      },
    },
    { path: "/health", serve: (outcome) => json(200, { status: "ok" }, outcome) },
    {
      path: "/ready",
      async serve(outcome) {
        try {
          store.assertSound();
          await store.read((db) => db.sql<FrameTables>().selectFrom("meta").select("key").limit(1).execute());
        } catch (error) {
          log.error({ err: error }, "the database does not answer");
          throw new ApiError("DatabaseError", { operation: "ping", collection: "meta" }, 503);
        }
        return json(200, { status: "ready" }, outcome);
      },
    },
  ];
}
