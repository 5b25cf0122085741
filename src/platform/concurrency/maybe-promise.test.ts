import { describe, expect, test } from "bun:test";
import { both, forEachInSequence, mapMaybe } from "./maybe-promise.ts";

describe("mapMaybe, forEachInSequence and both", () => {
  test("return at once for plain values", () => {
    expect(mapMaybe(2, (value) => value + 1)).toBe(3);
    const seen: number[] = [];
    expect(forEachInSequence([1, 2, 3], (item) => seen.push(item))).toBeUndefined();
    expect(seen).toEqual([1, 2, 3]);
    expect(both(1, 2)).toEqual([1, 2]);
  });

  test("wait for promises", async () => {
    const value = mapMaybe(Promise.resolve(2), (found) => Promise.resolve(found + 1));
    expect(value).toBeInstanceOf(Promise);
    expect(await value).toBe(3);
    for (const pair of [both(Promise.resolve(1), 2), both(1, Promise.resolve(2))]) {
      expect(pair).toBeInstanceOf(Promise);
      expect(await pair).toEqual([1, 2]);
    }
  });
});

describe("forEachInSequence", () => {
  test("starts an item when the one before is done, however long that takes", async () => {
    const seen: string[] = [];
    await forEachInSequence([1, 0, 3, 2, 0], (item) => {
      seen.push(`begin ${item}`);
      return item === 0 ? undefined : Bun.sleep(item).then(() => seen.push(`end ${item}`));
    });
    const expected = ["begin 1", "end 1", "begin 0", "begin 3", "end 3", "begin 2", "end 2", "begin 0"];
    expect(seen).toEqual(expected);
  });

  test("stops at an item that fails", async () => {
    const seen: number[] = [];
    const failAt = (bad: number, isLate: boolean) => (item: number) => {
      seen.push(item);
      if (item !== bad) return isLate ? Promise.resolve() : undefined;
      throw new Error("no");
    };
    expect(() => forEachInSequence([1, 2, 3], failAt(2, false))).toThrow("no");
    await expect(Promise.resolve(forEachInSequence([4, 5, 6], failAt(5, true)))).rejects.toThrow("no");
    expect(seen).toEqual([1, 2, 4, 5]);
  });
});
