import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { grantAllSafe, permission, setOf } from "./bits.ts";
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
import { common, includes, union, without } from "./sets.ts";

const { ViewChannel } = permission;
const now = 1_000;
const ids = ["r1", "r2", "r3", "r4"] as const;
// ViewChannel comes often, for most laws turn on it.
const bits = fc.oneof(
  fc.nat({ max: grantAllSafe }),
  fc.constantFrom(0, ViewChannel, viewOnly, setOf("Speak", "Video", "Listen"), grantAllSafe),
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
  privileged: fc.constant(false),
  owner: fc.constant(false),
  member: aMember,
  defaultPermissions: bits,
  roles,
});
const anybody: fc.Arbitrary<MembershipContext> = fc.record({
  privileged: fc.boolean(),
  owner: fc.boolean(),
  member: fc.option(aMember, { nil: undefined }),
  defaultPermissions: bits,
  roles,
});
const channel: fc.Arbitrary<ChannelOverrides> = fc.record({
  default: fc.option(override, { nil: undefined }),
  roles: fc.option(fc.dictionary(fc.constantFrom(...ids, "other"), override), { nil: undefined }),
});
const free = { timeoutUntil: null, canPublish: true, canReceive: true };
const unbound = member.map((standing) => ({ ...standing, member: free }));
const check = { numRuns: 1_000 };

/** The rules again, word by word, on sets of bit numbers. */
function model(standing: MembershipContext, channel: ChannelOverrides | undefined): number {
  const set = new Set<number>();
  const each = (value: number, act: (bit: number) => void) => {
    for (let bit = 0n; bit < 53n; bit++) if ((BigInt(value) >> bit) & 1n) act(Number(bit));
  };
  const layer = (one: PermissionOverride | undefined) => {
    each(one?.a ?? 0, (bit) => set.add(bit));
    each(one?.d ?? 0, (bit) => set.delete(bit));
  };
  const restrict = () => {
    if (!standing.member?.canPublish) each(setOf("Speak", "Video"), (bit) => set.delete(bit));
    if (!standing.member?.canReceive) each(setOf("Listen"), (bit) => set.delete(bit));
    if ((standing.member?.timeoutUntil ?? 0) > now)
      for (const bit of [...set]) if (![20, 21].includes(bit)) set.delete(bit);
  };
  layer({ a: standing.defaultPermissions, d: 0 });
  for (const role of standing.roles) layer(role.permissions);
  restrict();
  if (channel) {
    layer(channel.default);
    for (const { id } of standing.roles) layer(channel.roles?.[id]);
    restrict();
    if (!set.has(20)) set.clear();
  }
  return [...set].reduce((sum, bit) => sum + 2 ** bit, 0);
}

describe("laws of permissions in a server", () => {
  test("a member's value is what the rules say, word by word", () => {
    fc.assert(
      fc.property(member, channel, (standing, channel) => {
        expect(serverPermissions(standing, now)).toBe(model(standing, undefined));
        expect(channelPermissions(standing, channel, now)).toBe(model(standing, channel));
      }),
      check,
    );
  });

  test("allowing more anywhere never takes anything away", () => {
    fc.assert(
      fc.property(member, channel, bits, fc.constantFrom(...ids), (standing, channel, more, id) => {
        const allow = ({ a, d }: PermissionOverride) => ({ a: union(a, more), d });
        const before = channelPermissions(standing, channel, now);
        const wider: [MembershipContext, ChannelOverrides][] = [
          [{ ...standing, defaultPermissions: union(standing.defaultPermissions, more) }, channel],
          [
            {
              ...standing,
              roles: standing.roles.map((role) =>
                role.id === id ? { ...role, permissions: allow(role.permissions) } : role,
              ),
            },
            channel,
          ],
          [standing, { ...channel, default: allow(channel.default ?? { a: 0, d: 0 }) }],
          [
            standing,
            { ...channel, roles: { ...channel.roles, [id]: allow(channel.roles?.[id] ?? { a: 0, d: 0 }) } },
          ],
        ];
        for (const [who, where] of wider)
          expect(includes(channelPermissions(who, where, now), before)).toBeTrue();
      }),
      check,
    );
  });

  test("what the last layer denies is denied, and what it allows is allowed", () => {
    fc.assert(
      fc.property(unbound, channel, override, (standing, channel, last) => {
        const highest = { id: "last", rank: -1, permissions: { a: 0, d: 0 } };
        const where = { ...channel, roles: { ...channel.roles, last } };
        const who = { ...standing, roles: byAscendingRank([...standing.roles, highest]) };
        const value = channelPermissions(who, where, now);
        expect(common(value, last.d)).toBe(0);
        if (includes(value, ViewChannel)) expect(includes(value, without(last.a, last.d))).toBeTrue();
      }),
      check,
    );
  });

  test("owners and the privileged hold everything, and strangers nothing", () => {
    fc.assert(
      fc.property(anybody, channel, (standing, channel) => {
        const values = [serverPermissions(standing, now), channelPermissions(standing, channel, now)];
        if (standing.owner || standing.privileged) expect(values).toEqual([grantAllSafe, grantAllSafe]);
        else if (!standing.member) expect(values).toEqual([0, 0]);
      }),
      check,
    );
  });

  test("without ViewChannel there is nothing", () => {
    fc.assert(
      fc.property(anybody, channel, (standing, channel) => {
        const value = channelPermissions(standing, channel, now);
        expect(value === 0 || includes(value, ViewChannel)).toBeTrue();
      }),
      check,
    );
  });

  test("who sees a channel sees it at any time, timed out or not", () => {
    fc.assert(
      fc.property(anybody, channel, fc.constantFrom(0, now, 2 * now), (standing, channel, time) => {
        const value = channelPermissions(standing, channel, time);
        expect(includes(value, ViewChannel)).toBe(canViewChannel(standing, channel));
      }),
      check,
    );
  });

  test("nobody who is timed out or muted holds more than that leaves", () => {
    fc.assert(
      fc.property(member, channel, (standing, channel) => {
        const { timeoutUntil, canPublish, canReceive } = standing.member ?? free;
        for (const value of [serverPermissions(standing, now), channelPermissions(standing, channel, now)]) {
          if (timeoutUntil !== null && timeoutUntil > now) expect(without(value, viewOnly)).toBe(0);
          if (!canPublish) expect(common(value, setOf("Speak", "Video"))).toBe(0);
          if (!canReceive) expect(common(value, permission.Listen)).toBe(0);
        }
      }),
      check,
    );
  });
});
