import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { cells, pairs, swap, verbs } from "../../../../test/support/relationship-cells.ts";
import type { Relation } from "../../../protocol/view-change.ts";
import { type RelationshipPair, takeStep } from "./relationships.ts";

const read = (pair: string): RelationshipPair => {
  const [own, other] = pair.split("/") as [Relation, Relation];
  return { own, other };
};

const write = (outcome: RelationshipPair | string) =>
  typeof outcome === "string" ? outcome : `${outcome.own}/${outcome.other}`;

const all = pairs.flatMap((pair) => verbs.map((verb) => [pair, verb] as const));

describe("how two users stand to each other", () => {
  test.each(all)("from %s, %s", (pair, verb) => {
    const expected = cells[pair]?.[verb].replace(/^\d+ /, "");
    expect(write(takeStep(verb, read(pair)))).toBe(expected ?? "");
  });

  test("whatever both do, in whatever order, they end in a pair that there is", () => {
    const step = fc.record({ bySecond: fc.boolean(), verb: fc.constantFrom(...verbs) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let pair = "None/None";
        for (const { bySecond, verb } of steps) {
          const seen = bySecond ? swap(pair) : pair;
          const outcome = write(takeStep(verb, read(seen)));
          if (!outcome.includes("/")) continue;
          pair = bySecond ? swap(outcome) : outcome;
          expect(pairs).toContain(pair);
        }
      }),
      { numRuns: 500 },
    );
  });

  test("sides that do not fit together are a fault of the program, and named as one", () => {
    const relations = ["None", "Friend", "Outgoing", "Incoming", "Blocked", "BlockedOther"];
    const unfit = relations
      .flatMap((own) => relations.map((other) => `${own}/${other}`))
      .filter((pair) => !pairs.includes(pair));
    expect(unfit).toHaveLength(29);
    for (const pair of unfit)
      for (const verb of verbs) expect(() => takeStep(verb, read(pair))).toThrow(/stand to each other/);
  });
});
