import type { JobRow, SystemTables } from "../../../src/store/system-tables.ts";
import type { TestServer } from "../server/server.ts";

/** Adds a job that was given up, of a kind that no worker knows; returns its id. */
export async function addFailedJob({ running }: TestServer, row: Partial<JobRow> = {}): Promise<string> {
  return running.store.write(async (tx) => {
    const failed = {
      id: tx.services.ids.next(),
      name: "unknown_kind",
      payload: '"a secret"',
      // Not long ago: those of last month are deleted.
      run_at: tx.services.clock.now(),
      attempts: 3,
      leased_until: 0,
      failed: 1,
      last_error: "it did not work",
      ...row,
    };
    await tx.sql<SystemTables>().insertInto("jobs").values(failed).execute();
    return failed.id;
  });
}
