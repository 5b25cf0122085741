import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { SerialOrder } from "./serial-order.ts";

const size = 6;
const pair = fc.tuple(fc.nat(size - 1), fc.nat(size - 1)).filter(([first, second]) => first !== second);

describe("the order of the members of a batch", () => {
  test("agrees with everything that was noted", () => {
    fc.assert(
      fc.property(fc.array(pair), (pairs) => {
        const order = new SerialOrder(size);
        const noted = pairs.filter(([first, second]) => order.note(first, second));
        const sorted = order.sorted();
        for (const [first, second] of noted)
          expect(sorted.indexOf(first)).toBeLessThan(sorted.indexOf(second));
      }),
    );
  });

  test("is refused only to what contradicts it", () => {
    const order = new SerialOrder(4);
    expect(order.note(2, 1)).toBeTrue();
    expect(order.note(1, 0)).toBeTrue();
    expect(order.note(0, 2)).toBeFalse();
    expect(order.note(2, 0)).toBeTrue();
    expect(order.sorted()).toEqual([2, 3, 1, 0]);
  });
});
