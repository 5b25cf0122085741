import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { bitsetOf, grantAllSafe } from "./bits.ts";
import { includes, intersection, union, without } from "./bitset.ts";
import { canSetOverride } from "./granting.ts";
import type { PermissionOverride } from "./servers.ts";

const [send, video] = [bitsetOf("SendMessage"), bitsetOf("Video")];
const both = union(send, video);
const beyond = 2 ** 52;

const cases: readonly [
  rule: string,
  held: number,
  current: PermissionOverride | undefined,
  next: PermissionOverride,
  allowed: boolean,
][] = [
  ["a held bit may be allowed", video, { a: 0, d: 0 }, { a: video, d: 0 }, true],
  ["a bit that is not held may not be allowed", send, { a: 0, d: 0 }, { a: video, d: 0 }, false],
  ["every allowed bit must be held", send, { a: 0, d: 0 }, { a: both, d: 0 }, false],
  ["an allowed bit may stay", send, { a: video, d: 0 }, { a: both, d: 0 }, true],
  ["a held bit may stop being denied", video, { a: 0, d: video }, { a: 0, d: 0 }, true],
  ["a bit that is not held may not stop being denied", send, { a: 0, d: video }, { a: 0, d: 0 }, false],
  ["a denied bit may stay", 0, { a: 0, d: video }, { a: 0, d: both }, true],
  ["denying needs nothing", 0, { a: 0, d: 0 }, { a: 0, d: grantAllSafe }, true],
  ["allowing less needs nothing", 0, { a: both, d: 0 }, { a: 0, d: 0 }, true],
  ["changing allowed to denied needs nothing", 0, { a: both, d: 0 }, { a: 0, d: both }, true],
  ["changing denied to allowed needs the bit", send, { a: 0, d: video }, { a: video, d: 0 }, false],
  ["without an override, each allowed bit must be held", video, undefined, { a: both, d: 0 }, false],
  ["without an override, held bits may be allowed", both, undefined, { a: both, d: 0 }, true],
  ["without an override, denying needs nothing", 0, undefined, { a: 0, d: both }, true],
  ["an empty override needs nothing", 0, undefined, { a: 0, d: 0 }, true],
  ["an owner may allow all 52 bits", grantAllSafe, undefined, { a: grantAllSafe, d: 0 }, true],
  ["not even an owner may allow more", grantAllSafe, undefined, { a: beyond, d: 0 }, false],
  ["not even an owner may keep more", grantAllSafe, { a: beyond, d: 0 }, { a: beyond, d: 0 }, false],
  ["not even an owner may deny more", grantAllSafe, undefined, { a: 0, d: beyond }, false],
];

const bits = fc.oneof(fc.nat({ max: grantAllSafe }), fc.constantFrom(0, send, video, both, grantAllSafe));
const override = fc.record({ a: bits, d: bits });

describe("granting", () => {
  test.each(cases)("%s", (_rule, held, current, next, allowed) => {
    expect(canSetOverride(held, current, next)).toBe(allowed);
  });

  const apply = (set: number, { a, d }: PermissionOverride) => without(union(set, a), d);

  test("no bit is granted that the user does not hold, whatever the override is applied to", () => {
    fc.assert(
      fc.property(bits, override, override, bits, (held, current, next, below) => {
        const gained = without(apply(below, next), apply(below, current));
        if (canSetOverride(held, current, next)) expect(includes(held, gained)).toBeTrue();
      }),
      { numRuns: 1_000 },
    );
  });

  test("users may grant what they hold, keep what is set, and deny anything", () => {
    fc.assert(
      fc.property(bits, override, override, bits, (held, current, { a, d }, below) => {
        const next = {
          a: union(intersection(a, current.a), intersection(a, held)),
          d: union(d, without(current.d, held)),
        };
        expect(canSetOverride(held, current, next)).toBeTrue();
        expect(includes(held, without(apply(below, next), apply(below, current)))).toBeTrue();
      }),
      { numRuns: 1_000 },
    );
  });

  test("holding more bits never forbids anything", () => {
    fc.assert(
      fc.property(bits, bits, override, override, (held, more, current, next) => {
        if (canSetOverride(held, current, next))
          expect(canSetOverride(union(held, more), current, next)).toBeTrue();
      }),
      { numRuns: 1_000 },
    );
  });
});
