import { describe, expect, test } from "bun:test";
import { byAscendingRank, type MembershipContext, memberRankOf, rankOf } from "./servers.ts";

const role = (id: string, rank: number) => ({ id, rank, permissions: { a: 0, d: 0 } });
const nobody: MembershipContext = {
  privileged: false,
  owner: false,
  member: { timeoutUntil: null, canPublish: true, canReceive: true },
  defaultPermissions: 0,
  roles: [],
};
const [tenth, both] = [[role("b", 10)], [role("b", 10), role("a", 1)]];

const ranks: [who: string, what: Partial<MembershipContext>, own: number, asTarget: number][] = [
  ["without roles", {}, Infinity, Infinity],
  ["with one role", { roles: tenth }, 10, 10],
  ["with several, the highest", { roles: both }, 1, 1],
  [
    "the owner is above all, but as a target has the roles' rank",
    { roles: tenth, owner: true },
    -Infinity,
    10,
  ],
  ["the owner without roles", { owner: true }, -Infinity, Infinity],
  ["the privileged", { roles: both, privileged: true }, -Infinity, 1],
  ["who is not a member", { member: undefined }, Infinity, Infinity],
];

describe("rank", () => {
  test.each(ranks)("%s", (_who, what, own, asTarget) => {
    expect(rankOf({ ...nobody, ...what })).toBe(own);
    expect(memberRankOf({ ...nobody, ...what })).toBe(asTarget);
  });

  test("two without roles cannot act on each other", () => {
    expect(memberRankOf(nobody) > rankOf(nobody)).toBeFalse();
  });

  test("roles are put in order from the lowest, older ones last where ranks are equal", () => {
    const given = [role("a", 1), role("c", 2), role("b", 2), role("d", 10)];
    expect(byAscendingRank(given).map(({ id }) => id)).toEqual(["d", "c", "b", "a"]);
    expect(given.map(({ id }) => id)).toEqual(["a", "c", "b", "d"]);
  });
});
