import { expect, test } from "bun:test";
import fc from "fast-check";
import { Client, Permission } from "stoat.js";
import { permission } from "../../src/permissions/bits.ts";
import { includes } from "../../src/permissions/bitset.ts";
import { byAscendingRank, channelPermissions } from "../../src/permissions/servers.ts";
import { amount } from "../support/run/is-thorough.ts";

const ids = { server: "S", channel: "C", user: "U" };
const bit = fc.constantFrom(permission.ViewChannel, permission.SendMessage, permission.MoveMembers);
const bits = fc.uniqueArray(bit).map((all) => all.reduce((sum, one) => sum + one, 0));
const override = fc.record({ a: bits, d: bits });
const world = fc.record({
  defaults: bits,
  /** The overrides of the member's roles, highest role first. */
  roles: fc.array(fc.record({ server: override, channel: fc.option(override, { nil: undefined }) }), {
    maxLength: 3,
  }),
  everyone: fc.option(override, { nil: undefined }),
});
type World = typeof world extends fc.Arbitrary<infer T> ? T : never;

/** What the library says that a member may do in a channel. */
function ofLibrary({ defaults, roles, everyone }: World): number {
  const client = new Client({ eagerFetching: false });
  const { server, channel, user } = ids;
  client.user = client.users.getOrCreate(user, { _id: user, username: "Ann" } as never);
  client.servers.getOrCreate(server, {
    _id: server,
    owner: "O",
    channels: [channel],
    default_permissions: defaults,
    roles: Object.fromEntries(roles.map((role, rank) => [`r${rank}`, { rank, permissions: role.server }])),
  } as never);
  client.serverMembers.getOrCreate({ server, user }, {
    _id: { server, user },
    roles: roles.map((_, rank) => `r${rank}`),
  } as never);
  const inChannel = roles.flatMap((role, rank) => (role.channel ? [[`r${rank}`, role.channel]] : []));
  const shown = client.channels.getOrCreate(channel, {
    _id: channel,
    channel_type: "TextChannel",
    server,
    default_permissions: everyone,
    role_permissions: Object.fromEntries(inChannel),
  } as never);
  return Number(shown.permission);
}

function ofServer({ defaults, roles, everyone }: World, order?: Parameters<typeof channelPermissions>[3]) {
  const membership = {
    owner: false,
    member: { timeoutUntil: null, canPublish: true, canReceive: true },
    defaultPermissions: defaults,
    roles: byAscendingRank(roles.map((role, rank) => ({ id: `r${rank}`, rank, permissions: role.server }))),
  };
  const overrides = roles.flatMap((role, rank) => (role.channel ? [[`r${rank}`, role.channel]] : []));
  return channelPermissions(
    membership,
    { default: everyone, roles: Object.fromEntries(overrides) },
    0,
    order,
  );
}

/** A value as clients use it: without ViewChannel, there is no channel to act in. */
const shown = (value: number) => (includes(value, permission.ViewChannel) ? value : 0);

test("stoat.js applies the layers of a channel in the same order", () => {
  fc.assert(
    fc.property(world, (world) => expect(ofServer(world)).toBe(shown(ofLibrary(world)))),
    { numRuns: amount(300, 3_000) },
  );
});

test("a role that denies what the channel allows everyone tells the two known orders apart", () => {
  const { ViewChannel } = permission;
  const role = { server: { a: 0, d: ViewChannel }, channel: undefined };
  const world = { defaults: ViewChannel, roles: [role], everyone: { a: ViewChannel, d: 0 } };
  expect([ofServer(world), shown(ofLibrary(world))]).toEqual([ViewChannel, ViewChannel]);
  expect(ofServer(world, ["channel default", "server roles", "channel roles"])).toBe(0);
});

test("every permission that stoat.js knows has the same bit here", () => {
  const { GrantAllSafe: _, ...named } = Permission;
  const known = Object.fromEntries(Object.entries(named).map(([name, value]) => [name, Number(value)]));
  expect(permission).toMatchObject(known);
});
