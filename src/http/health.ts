import { within } from "../platform/clock.ts";
import { ApiError } from "../protocol/error.ts";
import type { Services } from "../store/services.ts";
import type { Store } from "../store/store.ts";
import type { SystemTables } from "../store/system-tables.ts";
import type { BuiltInPage } from "./built-in-pages.ts";
import { json } from "./respond.ts";

/** Pages for monitoring, and the reply to plain HTTP on the path of the event stream. No rate limit applies. */
export function healthPages(store: Store, services: Services, isReady: () => boolean): BuiltInPage[] {
  const { log, config } = services;
  /** Shared by simultaneous requests: nobody may cause many writes by asking often. */
  let check: Promise<void> | undefined;
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
        if (!isReady()) return json(503, { status: "not ready" }, context);
        check ??= within(
          config.database.query_timeout_ms,
          checkDatabase(store, services),
          "the database takes too long",
        ).finally(() => {
          check = undefined;
        });
        try {
          await check;
        } catch (error) {
          log.error({ err: error }, "the database does not respond");
          throw new ApiError("DatabaseError", { operation: "ping", collection: "meta" }, 503);
        }
        return json(200, { status: "ready" }, context);
      },
    },
  ];
}

/** Reads and writes a row: a database may be able to do the one and not the other. */
async function checkDatabase(store: Store, { clock }: Services): Promise<void> {
  store.assertSound();
  await store.read((db) => db.sql<SystemTables>().selectFrom("meta").select("key").limit(1).execute());
  const value = String(clock.now());
  await store.write((tx) =>
    tx
      .sql<SystemTables>()
      .insertInto("meta")
      .values({ key: "ready_checked_at", value })
      .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
      .execute(),
  );
}
