import { jobs } from "../../../src/domains/index.ts";
import type { Store } from "../../../src/store/store.ts";
import type { SystemTables } from "../../../src/store/system-tables.ts";
import { systemJobs } from "../../../src/worker/system-jobs.ts";
import { minutes } from "./test-clock.ts";

const periodic = [...jobs, ...systemJobs].filter(({ everyMs = 0 }) => everyMs >= minutes(1));
const byInterval = Map.groupBy(periodic, ({ everyMs = 0 }) => everyMs);

/**
 * Lets periodic jobs first run after their interval. A new server begins with all of them, which takes longer than its
 * start.
 */
export async function postponePeriodicJobs(store: Store): Promise<void> {
  await store.write(async (tx) => {
    for (const [everyMs, specs] of byInterval) {
      const names = specs.map(({ name }) => name);
      await tx
        .sql<SystemTables>()
        .updateTable("jobs")
        .set(({ eb }) => ({ run_at: eb("run_at", "+", everyMs) }))
        .where("name", "in", names)
        .where("leased_until", "=", 0)
        .execute();
    }
  });
}
