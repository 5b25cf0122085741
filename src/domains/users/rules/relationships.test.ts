import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { pairs, swap, transitions, verbs } from "../../../../test/support/users/relationship-transitions.ts";
import type { Relation } from "../../../visibility/view-change.ts";
import { type RelationshipPair, takeStep } from "./relationships.ts";

const read = (pair: string): RelationshipPair => {
  const [own, other] = pair.split("/") as [Relation, Relation];
  return { own, other };
};

const write = (outcome: RelationshipPair | string) =>
  typeof outcome === "string" ? outcome : `${outcome.own}/${outcome.other}`;

const all = pairs.flatMap((pair) => verbs.map((verb) => [pair, verb] as const));

describe("the relations of two users", () => {
  test.each(all)("from %s, %s", (pair, verb) => {
    const expected = transitions[pair]?.[verb].replace(/^\d+ /, "");
    expect(write(takeStep(verb, read(pair)))).toBe(expected ?? "");
  });

  test("stay one of the known pairs after any sequence of actions", () => {
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

  test("that do not match throw an internal error", () => {
    const relations = ["None", "Friend", "Outgoing", "Incoming", "Blocked", "BlockedOther"];
    const mismatched = relations
      .flatMap((own) => relations.map((other) => `${own}/${other}`))
      .filter((pair) => !pairs.includes(pair));
    expect(mismatched).toHaveLength(29);
    for (const pair of mismatched)
      for (const verb of verbs) expect(() => takeStep(verb, read(pair))).toThrow(/do not match/);
  });
});
