import { describe, expect, test } from "bun:test";
import { keepsSuperiors, namesAll } from "./ranks.ts";

/** `a0 b1` is a role `a` of rank 0 and a role `b` of rank 1. */
const parse = (text: string) =>
  text
    .split(" ")
    .filter(Boolean)
    .map((word) => ({ id: word.charAt(0), rank: Number(word.slice(1)) }));

describe("a list names all roles", () => {
  test.each<[roles: string, ranks: string, isSo: boolean]>([
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
  ])("of %p: %p is %p", (roles, ranks, isSo) => {
    expect(namesAll([...ranks], parse(roles))).toBe(isSo);
  });
});

describe("a new order keeps superiors where they are", () => {
  const [top, bottom] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  test.each<[roles: string, ranks: string, callerRank: number, isSo: boolean]>([
    // Who stands above all moves all, and who has no role moves none.
    ["a0 b1 c2", "cba", top, true],
    ["a0 b1 c2", "abc", bottom, true],
    ["a0 b1 c2", "acb", bottom, false],
    ["", "", bottom, true],
    // One's own role stays as well.
    ["a0 b1 c2 d3", "abdc", 1, true],
    ["a0 b1 c2 d3", "bacd", 1, false],
    ["a0 b1 c2 d3", "acbd", 1, false],
    ["a0 b1 c2 d3", "cbad", 1, false],
    ["a0 b1 c2 d3", "adcb", 0, true],
    // Places count, not ranks, where there are gaps.
    ["a2 b5 c9 d20", "abdc", 5, true],
    ["a2 b5 c9 d20", "acbd", 5, false],
    ["a2 b5 c9 d20", "bacd", 5, false],
    // A role of the same rank is not below one's own.
    ["a1 b1 c2 d3", "abdc", 1, false],
    ["a1 b1 c2 d3", "bacd", 1, false],
    ["a1 b1 c2 d3", "acbd", 1, false],
    ["a0 b1 c2 d2", "abdc", 1, true],
    ["a0 b1 c2 d2", "abdc", 2, false],
    // Nor is it to become one: the same order would put a above b.
    ["a3 b3 c3", "abc", 3, false],
    ["a3 b3 c3", "cab", 2, true],
  ])("from %p to %p for rank %p: %p", (roles, ranks, callerRank, isSo) => {
    expect(keepsSuperiors([...ranks], parse(roles), callerRank)).toBe(isSo);
  });
});
