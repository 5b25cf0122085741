import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  addInBulk,
  addWeight,
  contents,
  ids,
  openQuarry,
  paint,
  paintUnawaited,
  type QuarryTables,
  reset,
  runAtOnce,
  stoneById,
  stonesOfColour,
  takeMark,
  type Work,
} from "../../../../../test/support/database/quarry.ts";
import { engines } from "../../../../../test/support/server/engines.ts";
import type { WriteQueries } from "../../port.ts";

const steps: Record<string, (queries: WriteQueries, id: string, text: string) => unknown> = {
  read: (queries, id) => queries.find(stoneById, [id]),
  list: (queries, _, colour) => queries.find(stonesOfColour, [colour]),
  paint: (queries, id, colour) => queries.change(paint, [colour, id]),
  clean: (queries, id) => queries.change(paint, [null, id]),
  weigh: (queries, id) => queries.change(addWeight, [7, id]),
  paintUnawaited: (queries, id, colour) => queries.find(paintUnawaited, [colour, id]),
  mark: (queries, id, text) => queries.find(takeMark, [text, id]),
  bulk: (queries, id) => queries.find(addInBulk, [1, id]),
  build: (queries, id, text) =>
    queries
      .sql<QuarryTables>()
      .insertInto("marks")
      .values({ name: `${id} ${text}`, place: id })
      .onConflict((c) => c.columns(["name"]).doUpdateSet({ place: text }))
      .execute()
      .then(() => "built"),
  count: (queries) =>
    queries
      .sql<QuarryTables>()
      .selectFrom("marks")
      .select((eb) => eb.fn.countAll().as("all"))
      .execute(),
  fail: () => Promise.reject(new Error("refused")),
};

const stepSpec = fc.record({
  step: fc.constantFrom(...Object.keys(steps)),
  id: fc.constantFrom(...ids, "none"),
  text: fc.constantFrom("grey", "red"),
});
const program = fc.array(stepSpec, { minLength: 1, maxLength: 5 });

function workOf(specs: readonly { step: string; id: string; text: string }[]): Work {
  return async (queries) => {
    const results: unknown[] = [];
    for (const { step, id, text } of specs) results.push(await steps[step]?.(queries, id, text));
    return results;
  };
}

describe.if(engines.includes("postgres"))("the members of a batch", () => {
  test("have the same results as one after another in the order of their commits", async () => {
    await using together = await openQuarry();
    await using alone = await openQuarry();
    await fc.assert(
      fc.asyncProperty(fc.array(program, { minLength: 2, maxLength: 7 }), async (programs) => {
        await Promise.all([together, alone].map(({ database }) => reset(database)));
        const works = programs.map(workOf);
        const { outcomes, order } = await runAtOnce(together.database, works, "all");
        for (const number of order) {
          const value = await alone.database.write(works[number] as Work);
          expect(outcomes[number]).toEqual({ value });
        }
        for (const [number, specs] of programs.entries())
          if (!order.includes(number)) {
            expect(specs.some(({ step }) => step === "fail")).toBeTrue();
            expect(outcomes[number]).toEqual({ error: new Error("refused") });
          }
        expect(await contents(together.database)).toEqual(await contents(alone.database));
      }),
      { numRuns: 150 },
    );
  }, 120_000);
});
