import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { grantAllSafe, permission } from "../../../src/permissions/bits.ts";
import { without } from "../../../src/permissions/bitset.ts";
import { applyLayers, byAscendingRank, type ChannelOverrides } from "../../../src/permissions/servers.ts";
import { amount } from "../../../test/support/run/is-thorough.ts";
import { preserveAccess } from "./preserve-access.ts";

/** The order of the reference backend since 0.15.2. */
const referenceOrder = ["channel default", "server roles", "channel roles"] as const;
const { ViewChannel, SendMessage, React } = permission;
const role = (id: string, rank: number, a: number, d = 0) => ({ id, rank, permissions: { a, d } });
const always = () => true;

describe("the overrides of a channel", () => {
  test("stay where both orders give the same", () => {
    const server = { defaultPermissions: ViewChannel, roles: [role("muted", 1, 0, SendMessage)] };
    expect(preserveAccess(server, {}, always)).toBeUndefined();
    expect(preserveAccess(server, { default: { a: 0, d: SendMessage } }, always)).toBeUndefined();
  });

  test("lose a default that repeats the server's, and would expose the channel to a role", () => {
    const server = { defaultPermissions: ViewChannel, roles: [role("outsider", 1, 0, ViewChannel)] };
    expect(preserveAccess(server, { default: { a: ViewChannel + React, d: 0 } }, always)).toEqual({
      default: { a: React, d: 0 },
      roles: new Map(),
      changed: ViewChannel,
      lost: 0,
    });
  });

  test("get what the role decides, where the channel's default differs from the server's", () => {
    const server = {
      defaultPermissions: ViewChannel,
      roles: [role("moderator", 1, ViewChannel + SendMessage)],
    };
    expect(preserveAccess(server, { default: { a: 0, d: ViewChannel } }, always)).toEqual({
      default: { a: 0, d: ViewChannel },
      roles: new Map([["moderator", { a: ViewChannel, d: 0 }]]),
      changed: ViewChannel,
      lost: 0,
    });
  });

  test("give no member a permission that the override of a lower role denies", () => {
    const server = {
      defaultPermissions: ViewChannel,
      roles: [role("guest", 2, 0), role("moderator", 1, ViewChannel)],
    };
    const channel = { default: { a: 0, d: ViewChannel }, roles: { guest: { a: 0, d: ViewChannel } } };
    expect(preserveAccess(server, channel, always)).toMatchObject({ roles: new Map(), lost: ViewChannel });
    expect(preserveAccess(server, channel, () => false)?.lost).toBe(0);
  });
});

const ids = ["r1", "r2", "r3", "r4"] as const;
const bits = fc.oneof(fc.nat({ max: grantAllSafe }), fc.constantFrom(0, ViewChannel, grantAllSafe));
const override = fc.record({ a: bits, d: fc.oneof(bits, fc.constant(0)) });
const roles = fc
  .uniqueArray(fc.record({ id: fc.constantFrom(...ids), rank: fc.nat(3), permissions: override }), {
    selector: ({ id }) => id,
  })
  .map(byAscendingRank);
const channels: fc.Arbitrary<ChannelOverrides> = fc.record({
  default: override,
  roles: fc.dictionary(fc.constantFrom(...ids), override),
});
const holdings = fc.array(fc.subarray([...ids]), { maxLength: 5 });

test("no member gets more, and each keeps what the import does not name as lost", () => {
  fc.assert(
    fc.property(bits, roles, channels, holdings, (defaultPermissions, roles, channel, members) => {
      const isShared = (one: string, other: string) =>
        members.some((held) => [one, other].every((id) => held.some((each) => each === id)));
      const adapted = preserveAccess({ defaultPermissions, roles }, channel, isShared);
      const here = adapted
        ? { default: adapted.default, roles: { ...channel.roles, ...Object.fromEntries(adapted.roles) } }
        : channel;
      for (const held of members) {
        const own = roles.filter(({ id }) => held.some((each) => each === id));
        const before = applyLayers({ defaultPermissions, roles: own }, channel, referenceOrder);
        const after = applyLayers({ defaultPermissions, roles: own }, here);
        expect(without(after, before)).toBe(0);
        expect(without(without(before, after), adapted?.lost ?? 0)).toBe(0);
      }
    }),
    { numRuns: amount(500, 5_000) },
  );
});
