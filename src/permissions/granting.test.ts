import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { grantAllSafe, setOf } from "./bits.ts";
import { mayGrant } from "./granting.ts";
import type { PermissionOverride } from "./servers.ts";
import { common, includes, union, without } from "./sets.ts";

const [send, video] = [setOf("SendMessage"), setOf("Video")];
const both = union(send, video);
const beyond = 2 ** 52;

const cases: readonly [
  rule: string,
  held: number,
  current: PermissionOverride | undefined,
  next: PermissionOverride,
  allowed: boolean,
][] = [
  ["what one holds one may allow", video, { a: 0, d: 0 }, { a: video, d: 0 }, true],
  ["what one lacks one may not allow", send, { a: 0, d: 0 }, { a: video, d: 0 }, false],
  ["each bit counts", send, { a: 0, d: 0 }, { a: both, d: 0 }, false],
  ["what was allowed before may stay", send, { a: video, d: 0 }, { a: both, d: 0 }, true],
  ["what one holds one may stop denying", video, { a: 0, d: video }, { a: 0, d: 0 }, true],
  ["what one lacks one may not stop denying", send, { a: 0, d: video }, { a: 0, d: 0 }, false],
  ["what was denied before may stay", 0, { a: 0, d: video }, { a: 0, d: both }, true],
  ["to deny is free", 0, { a: 0, d: 0 }, { a: 0, d: grantAllSafe }, true],
  ["to allow less is free", 0, { a: both, d: 0 }, { a: 0, d: 0 }, true],
  ["from allowed to denied is free", 0, { a: both, d: 0 }, { a: 0, d: both }, true],
  ["from denied to allowed needs it", send, { a: 0, d: video }, { a: video, d: 0 }, false],
  ["where nothing was set, each allowed bit must be held", video, undefined, { a: both, d: 0 }, false],
  ["where nothing was set and all is held", both, undefined, { a: both, d: 0 }, true],
  ["where nothing was set, to deny is free", 0, undefined, { a: 0, d: both }, true],
  ["to allow nothing needs nothing", 0, undefined, { a: 0, d: 0 }, true],
  ["owners may allow all 52 bits", grantAllSafe, undefined, { a: grantAllSafe, d: 0 }, true],
  ["not even owners may allow more", grantAllSafe, undefined, { a: beyond, d: 0 }, false],
  ["nor keep more", grantAllSafe, { a: beyond, d: 0 }, { a: beyond, d: 0 }, false],
  ["nor deny more", grantAllSafe, undefined, { a: 0, d: beyond }, false],
];

const bits = fc.oneof(fc.nat({ max: grantAllSafe }), fc.constantFrom(0, send, video, both, grantAllSafe));
const override = fc.record({ a: bits, d: bits });

describe("granting", () => {
  test.each(cases)("%s", (_rule, held, current, next, allowed) => {
    expect(mayGrant(held, current, next)).toBe(allowed);
  });

  const apply = (set: number, { a, d }: PermissionOverride) => without(union(set, a), d);

  test("nobody gives what they do not hold, whatever it is applied to", () => {
    fc.assert(
      fc.property(bits, override, override, bits, (held, current, next, below) => {
        const gained = without(apply(below, next), apply(below, current));
        if (mayGrant(held, current, next)) expect(includes(held, gained)).toBeTrue();
      }),
      { numRuns: 1_000 },
    );
  });

  test("everybody may give what they hold, leave what is there, and deny at will", () => {
    fc.assert(
      fc.property(bits, override, override, bits, (held, current, { a, d }, below) => {
        const next = {
          a: union(common(a, current.a), common(a, held)),
          d: union(d, without(current.d, held)),
        };
        expect(mayGrant(held, current, next)).toBeTrue();
        expect(includes(held, without(apply(below, next), apply(below, current)))).toBeTrue();
      }),
      { numRuns: 1_000 },
    );
  });

  test("to hold more never forbids anything", () => {
    fc.assert(
      fc.property(bits, bits, override, override, (held, more, current, next) => {
        if (mayGrant(held, current, next)) expect(mayGrant(union(held, more), current, next)).toBeTrue();
      }),
      { numRuns: 1_000 },
    );
  });
});
