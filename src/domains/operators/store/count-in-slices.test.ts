import { describe, expect, test } from "bun:test";
import { sql } from "kysely";
import { engines } from "../../../../test/support/server/engines.ts";
import { openTestRuntime } from "../../../../test/support/server/services.ts";
import type { SystemTables } from "../../../store/system-tables.ts";
import { countOf, rowsAtOnce } from "./count-in-slices.ts";

describe.each([...engines])("counting on %s", (engine) => {
  test("adds up all slices of a table, whatever its key", async () => {
    await using runtime = await openTestRuntime(engine);
    const { store } = runtime;
    const slice = rowsAtOnce[engine];
    const insert = (from: number, to: number) =>
      store.write(async (tx) => {
        for (let at = from; at < to; at += 1_000) {
          const rows = Array.from({ length: Math.min(1_000, to - at) }, (_, index) => ({
            id: `${at + index}`.padStart(6, "0"),
            name: `name ${(at + index) % 3}`,
            payload: "null",
            run_at: Number.MAX_SAFE_INTEGER,
            attempts: 2,
            leased_until: 0,
            failed: 0,
          }));
          await tx.sql<SystemTables>().insertInto("jobs").values(rows).execute();
        }
      });
    const sums = { rows: sql`count(*)`, attempts: sql`sum(attempts)` };
    const count = () =>
      store.read((db) =>
        Promise.all([countOf("jobs")(db), countOf("jobs", { key: ["name", "id"], sums })(db)]),
      );
    let before = 0;
    for (const rows of [0, 1, slice - 1, slice, slice + 1, 2 * slice + 500]) {
      await insert(before, rows);
      expect(await count()).toEqual([{ jobs: rows }, { rows, attempts: 2 * rows }]);
      before = rows;
    }
  }, 60_000);
});
