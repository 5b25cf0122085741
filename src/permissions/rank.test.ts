import { describe, expect, test } from "bun:test";
import { byAscendingRank, type MembershipContext, outranks, rankOf } from "./servers.ts";

const role = (id: string, rank: number) => ({ id, rank, permissions: { a: 0, d: 0 } });
const member: MembershipContext = {
  owner: false,
  member: { timeoutUntil: null, canPublish: true, canReceive: true },
  defaultPermissions: 0,
  roles: [],
};
const [tenth, both] = [[role("b", 10)], [role("b", 10), role("a", 1)]];

const owner = { ...member, owner: true };
const ranks: [name: string, context: Partial<MembershipContext>, rank: number][] = [
  ["a member without roles", {}, Infinity],
  ["a member with one role", { roles: tenth }, 10],
  ["a member with several roles has the highest rank", { roles: both }, 1],
  ["the owner outranks everyone", { roles: tenth, owner: true }, -Infinity],
  ["the owner without roles", { owner: true }, -Infinity],
  ["a user who is not a member", { member: undefined }, Infinity],
];

const actions: [name: string, user: MembershipContext, target: MembershipContext, allowed: boolean][] = [
  ["members without roles cannot act on each other", member, member, false],
  ["a member acts on one of lower rank", { ...member, roles: both }, { ...member, roles: tenth }, true],
  ["a member does not act on an equal", { ...member, roles: tenth }, { ...member, roles: tenth }, false],
  ["a member does not act on a superior", { ...member, roles: tenth }, { ...member, roles: both }, false],
  ["no role outranks the owner", { ...member, roles: both }, owner, false],
  [
    "no role outranks an owner with a lower role",
    { ...member, roles: both },
    { ...owner, roles: tenth },
    false,
  ],
  ["the owner acts on every member", owner, { ...member, roles: both }, true],
];

describe("rank", () => {
  test.each(ranks)("%s", (_name, context, rank) => {
    expect(rankOf({ ...member, ...context })).toBe(rank);
  });

  test.each(actions)("%s", (_name, user, target, allowed) => {
    expect(outranks(user, target)).toBe(allowed);
  });

  test("roles are sorted from the lowest to the highest, older ones last among equal ranks", () => {
    const unsorted = [role("a", 1), role("c", 2), role("b", 2), role("d", 10)];
    expect(byAscendingRank(unsorted).map(({ id }) => id)).toEqual(["d", "c", "b", "a"]);
    expect(unsorted.map(({ id }) => id)).toEqual(["a", "c", "b", "d"]);
  });
});
