import { describe, expect, test } from "bun:test";
import { byAscendingRank, type MembershipContext, memberRankOf, rankOf } from "./servers.ts";

const role = (id: string, rank: number) => ({ id, rank, permissions: { a: 0, d: 0 } });
const member: MembershipContext = {
  privileged: false,
  owner: false,
  member: { timeoutUntil: null, canPublish: true, canReceive: true },
  defaultPermissions: 0,
  roles: [],
};
const [tenth, both] = [[role("b", 10)], [role("b", 10), role("a", 1)]];

const ranks: [name: string, context: Partial<MembershipContext>, own: number, asTarget: number][] = [
  ["a member without roles", {}, Infinity, Infinity],
  ["a member with one role", { roles: tenth }, 10, 10],
  ["a member with several roles has the highest rank", { roles: both }, 1, 1],
  [
    "the owner outranks everyone, but as a target has the rank of the roles",
    { roles: tenth, owner: true },
    -Infinity,
    10,
  ],
  ["the owner without roles", { owner: true }, -Infinity, Infinity],
  ["a privileged user", { roles: both, privileged: true }, -Infinity, 1],
  ["a user who is not a member", { member: undefined }, Infinity, Infinity],
];

describe("rank", () => {
  test.each(ranks)("%s", (_name, context, own, asTarget) => {
    expect(rankOf({ ...member, ...context })).toBe(own);
    expect(memberRankOf({ ...member, ...context })).toBe(asTarget);
  });

  test("members without roles cannot act on each other", () => {
    expect(memberRankOf(member) > rankOf(member)).toBeFalse();
  });

  test("roles are sorted from the lowest to the highest, older ones last among equal ranks", () => {
    const unsorted = [role("a", 1), role("c", 2), role("b", 2), role("d", 10)];
    expect(byAscendingRank(unsorted).map(({ id }) => id)).toEqual(["d", "c", "b", "a"]);
    expect(unsorted.map(({ id }) => id)).toEqual(["a", "c", "b", "d"]);
  });
});
