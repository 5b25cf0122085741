import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { amount } from "../../test/support/run/is-thorough.ts";
import { bitsetOf, grantAllSafe, permission } from "./bits.ts";
import { includes, intersection, union, without } from "./bitset.ts";
import { viewOnly } from "./defaults.ts";
import {
  byAscendingRank,
  type ChannelOverrides,
  canViewChannel,
  channelPermissions,
  type MembershipContext,
  type PermissionOverride,
  serverPermissions,
} from "./servers.ts";

const { ViewChannel } = permission;
const now = 1_000;
const ids = ["r1", "r2", "r3", "r4"] as const;
// ViewChannel is frequent, because most properties depend on it.
const bits = fc.oneof(
  fc.nat({ max: grantAllSafe }),
  fc.constantFrom(0, ViewChannel, viewOnly, bitsetOf("Speak", "Video", "Listen"), grantAllSafe),
);
const override: fc.Arbitrary<PermissionOverride> = fc.record({ a: bits, d: fc.oneof(bits, fc.constant(0)) });
const roles = fc
  .uniqueArray(fc.record({ id: fc.constantFrom(...ids), rank: fc.nat(3), permissions: override }), {
    selector: ({ id }) => id,
  })
  .map(byAscendingRank);
const aMember = fc.record({
  timeoutUntil: fc.constantFrom(null, now - 1, now, now + 1),
  canPublish: fc.boolean(),
  canReceive: fc.boolean(),
});
const member: fc.Arbitrary<MembershipContext> = fc.record({
  owner: fc.constant(false),
  member: aMember,
  defaultPermissions: bits,
  roles,
});
const anybody: fc.Arbitrary<MembershipContext> = fc.record({
  owner: fc.boolean(),
  member: fc.option(aMember, { nil: undefined }),
  defaultPermissions: bits,
  roles,
});
const channel: fc.Arbitrary<ChannelOverrides> = fc.record({
  default: fc.option(override, { nil: undefined }),
  roles: fc.option(fc.dictionary(fc.constantFrom(...ids, "other"), override), { nil: undefined }),
});
const noRestrictions = { timeoutUntil: null, canPublish: true, canReceive: true };
const unrestricted = member.map((context) => ({ ...context, member: noRestrictions }));
const check = { numRuns: amount(200, 1_000) };

/** A second implementation of the rules, on sets of bit numbers. */
function model(context: MembershipContext, channel: ChannelOverrides | undefined): number {
  const set = new Set<number>();
  const each = (value: number, act: (bit: number) => void) => {
    for (let bit = 0n; bit < 53n; bit++) if ((BigInt(value) >> bit) & 1n) act(Number(bit));
  };
  const layer = (one: PermissionOverride | undefined) => {
    each(one?.a ?? 0, (bit) => set.add(bit));
    each(one?.d ?? 0, (bit) => set.delete(bit));
  };
  const restrict = () => {
    if (!context.member?.canPublish) each(bitsetOf("Speak", "Video"), (bit) => set.delete(bit));
    if (!context.member?.canReceive) each(bitsetOf("Listen"), (bit) => set.delete(bit));
    if ((context.member?.timeoutUntil ?? 0) > now)
      for (const bit of [...set]) if (![20, 21].includes(bit)) set.delete(bit);
  };
  layer({ a: context.defaultPermissions, d: 0 });
  for (const role of context.roles) layer(role.permissions);
  restrict();
  if (channel) {
    layer(channel.default);
    for (const { id } of context.roles) layer(channel.roles?.[id]);
    restrict();
    if (!set.has(20)) set.clear();
  }
  return [...set].reduce((sum, bit) => sum + 2 ** bit, 0);
}

describe("properties of permissions in a server", () => {
  test("the permissions of a member equal those of the model", () => {
    fc.assert(
      fc.property(member, channel, (context, channel) => {
        expect(serverPermissions(context, now)).toBe(model(context, undefined));
        expect(channelPermissions(context, channel, now)).toBe(model(context, channel));
      }),
      check,
    );
  });

  test("allowing more in any layer never removes a permission", () => {
    fc.assert(
      fc.property(member, channel, bits, fc.constantFrom(...ids), (context, channel, more, id) => {
        const allow = ({ a, d }: PermissionOverride) => ({ a: union(a, more), d });
        const before = channelPermissions(context, channel, now);
        const wider: [MembershipContext, ChannelOverrides][] = [
          [{ ...context, defaultPermissions: union(context.defaultPermissions, more) }, channel],
          [
            {
              ...context,
              roles: context.roles.map((role) =>
                role.id === id ? { ...role, permissions: allow(role.permissions) } : role,
              ),
            },
            channel,
          ],
          [context, { ...channel, default: allow(channel.default ?? { a: 0, d: 0 }) }],
          [
            context,
            { ...channel, roles: { ...channel.roles, [id]: allow(channel.roles?.[id] ?? { a: 0, d: 0 }) } },
          ],
        ];
        for (const [wideContext, wideChannel] of wider)
          expect(includes(channelPermissions(wideContext, wideChannel, now), before)).toBeTrue();
      }),
      check,
    );
  });

  test("the last layer decides", () => {
    fc.assert(
      fc.property(unrestricted, channel, override, (context, channel, last) => {
        const highest = { id: "last", rank: -1, permissions: { a: 0, d: 0 } };
        const lastChannel = { ...channel, roles: { ...channel.roles, last } };
        const lastContext = { ...context, roles: byAscendingRank([...context.roles, highest]) };
        const value = channelPermissions(lastContext, lastChannel, now);
        expect(intersection(value, last.d)).toBe(0);
        if (includes(value, ViewChannel)) expect(includes(value, without(last.a, last.d))).toBeTrue();
      }),
      check,
    );
  });

  test("owners hold everything, non-members nothing", () => {
    fc.assert(
      fc.property(anybody, channel, (context, channel) => {
        const values = [serverPermissions(context, now), channelPermissions(context, channel, now)];
        if (context.owner) expect(values).toEqual([grantAllSafe, grantAllSafe]);
        else if (!context.member) expect(values).toEqual([0, 0]);
      }),
      check,
    );
  });

  test("without ViewChannel no permission is left in a channel", () => {
    fc.assert(
      fc.property(anybody, channel, (context, channel) => {
        const value = channelPermissions(context, channel, now);
        expect(value === 0 || includes(value, ViewChannel)).toBeTrue();
      }),
      check,
    );
  });

  test("canViewChannel agrees with channelPermissions at any time, timeout or not", () => {
    fc.assert(
      fc.property(anybody, channel, fc.constantFrom(0, now, 2 * now), (context, channel, time) => {
        const value = channelPermissions(context, channel, time);
        expect(includes(value, ViewChannel)).toBe(canViewChannel(context, channel));
      }),
      check,
    );
  });

  test("timeouts and mutes limit every value", () => {
    fc.assert(
      fc.property(member, channel, (context, channel) => {
        const { timeoutUntil, canPublish, canReceive } = context.member ?? noRestrictions;
        for (const value of [serverPermissions(context, now), channelPermissions(context, channel, now)]) {
          if (timeoutUntil !== null && timeoutUntil > now) expect(without(value, viewOnly)).toBe(0);
          if (!canPublish) expect(intersection(value, bitsetOf("Speak", "Video"))).toBe(0);
          if (!canReceive) expect(intersection(value, permission.Listen)).toBe(0);
        }
      }),
      check,
    );
  });
});
