import { describe, expect, test } from "bun:test";
import { keepsSuperiors, namesAll } from "./ranks.ts";

/** `a0 b1` is a role `a` of rank 0 and a role `b` of rank 1. */
const parse = (text: string) =>
  text
    .split(" ")
    .filter(Boolean)
    .map((word) => ({ id: word.charAt(0), rank: Number(word.slice(1)) }));

describe("whether a list names all roles", () => {
  test.each<[roles: string, ranks: string, expected: boolean]>([
    ["", "", true],
    ["", "a", false],
    ["a0", "", false],
    ["a0 b1 c2", "abc", true],
    ["a0 b1 c2", "cab", true],
    ["a0 b1 c2", "ab", false],
    ["a0 b1 c2", "abcd", false],
    ["a0 b1 c2", "abd", false],
    ["a0 b1 c2", "abb", false],
    ["a0 b1 c2", "abcc", false],
    ["a0 a0", "aa", false],
    ["a3 b3 c9", "cba", true],
  ])("of %p: %p is %p", (roles, ranks, expected) => {
    expect(namesAll([...ranks], parse(roles))).toBe(expected);
  });
});

describe("whether a new order keeps the roles that the caller does not outrank", () => {
  const [top, bottom] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  test.each<[roles: string, ranks: string, callerRank: number, expected: boolean]>([
    // The owner moves all roles, and a member without a role moves none.
    ["a0 b1 c2", "cba", top, true],
    ["a0 b1 c2", "abc", bottom, true],
    ["a0 b1 c2", "acb", bottom, false],
    ["", "", bottom, true],
    // The caller's own role stays as well.
    ["a0 b1 c2 d3", "abdc", 1, true],
    ["a0 b1 c2 d3", "bacd", 1, false],
    ["a0 b1 c2 d3", "acbd", 1, false],
    ["a0 b1 c2 d3", "cbad", 1, false],
    ["a0 b1 c2 d3", "adcb", 0, true],
    // Positions count, not ranks, if there are gaps.
    ["a2 b5 c9 d20", "abdc", 5, true],
    ["a2 b5 c9 d20", "acbd", 5, false],
    ["a2 b5 c9 d20", "bacd", 5, false],
    // A role of the caller's rank is not below it.
    ["a1 b1 c2 d3", "abdc", 1, false],
    ["a1 b1 c2 d3", "bacd", 1, false],
    ["a1 b1 c2 d3", "acbd", 1, false],
    ["a0 b1 c2 d2", "abdc", 1, true],
    ["a0 b1 c2 d2", "abdc", 2, false],
    // Nor may it become lower: the same order would put a above b.
    ["a3 b3 c3", "abc", 3, false],
    ["a3 b3 c3", "cab", 2, true],
  ])("from %p to %p for rank %p: %p", (roles, ranks, callerRank, expected) => {
    expect(keepsSuperiors([...ranks], parse(roles), callerRank)).toBe(expected);
  });
});
