import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { includes, intersection, union, without } from "./bitset.ts";

/** Any set, often one with bits at the border between the two words or at the upper end. */
const anySet = fc.oneof(
  fc.maxSafeNat(),
  fc.nat(2 ** 31 - 1),
  fc.constantFrom(0, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 32 + 1, 2 ** 52, 2 ** 53 - 1),
  fc.uniqueArray(fc.nat(52)).map((bits) => bits.reduce((sum, bit) => sum + 2 ** bit, 0)),
);

const exact: readonly [
  name: string,
  operation: (a: number, b: number) => number,
  model: (a: bigint, b: bigint) => bigint,
][] = [
  ["union", union, (a, b) => a | b],
  ["intersection", intersection, (a, b) => a & b],
  ["without", without, (a, b) => a & ~b],
];

describe("sets of up to 53 bits", () => {
  test.each(exact)("%s is exact", (_name, operation, model) => {
    fc.assert(
      fc.property(anySet, anySet, (a, b) => {
        expect(operation(a, b)).toBe(Number(model(BigInt(a), BigInt(b))));
      }),
      { numRuns: 2_000 },
    );
  });

  test("a set includes another if the difference is empty", () => {
    fc.assert(
      fc.property(anySet, anySet, (a, b) => {
        expect(includes(a, b)).toBe((BigInt(b) & ~BigInt(a)) === 0n);
        expect(includes(union(a, b), b)).toBeTrue();
      }),
      { numRuns: 2_000 },
    );
  });

  test("every bit is independent of the others", () => {
    for (let bit = 0; bit < 53; bit++) {
      for (let other = 0; other < 53; other++) {
        const [a, b] = [2 ** bit, 2 ** other];
        expect(includes(a, b)).toBe(bit === other);
        expect(intersection(a, b)).toBe(bit === other ? a : 0);
        expect(without(2 ** 53 - 1, a)).toBe(2 ** 53 - 1 - a);
      }
    }
  });
});
