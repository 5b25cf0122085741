import { describe, expect, test } from "bun:test";
import { decodeTime, encodeTime, isValid } from "ulid";
import { createIds, idAfter, idOf, idsFrom, timeOfId } from "./ids.ts";

/** Ids from a clock that shows these times in turn, and then the last of them. */
function idsAt(...times: number[]) {
  let at = 0;
  const now = () => times[Math.min(at++, times.length - 1)] ?? 0;
  return createIds({ now });
}

describe("ids", () => {
  const now = 1_700_000_000_123;

  test("are ULIDs with the time of the clock", () => {
    const ids = idsAt(now);
    for (let count = 0; count < 100; count++) {
      const id = ids.next();
      expect(id).toHaveLength(26);
      expect(isValid(id)).toBe(true);
      expect(decodeTime(id)).toBe(now);
      expect(timeOfId(id)).toBe(now);
    }
  });

  test("increase within a millisecond, with the clock and when the clock goes back", () => {
    const ids = idsAt(now, now, now, now + 1, now - 5_000, now + 1, now + 2);
    const made = Array.from({ length: 2_000 }, () => ids.next());
    expect(made).toEqual(made.toSorted());
    expect(new Set(made).size).toBe(made.length);
  });

  test("of a millisecond count up by one, so that there is room for all", () => {
    const ids = idsAt(now);
    const [first, second] = [ids.next(), ids.next()];
    expect(second.slice(0, 18)).toBe(first.slice(0, 18));
  });

  test("that follow another one are greater and differ", () => {
    for (const last of [idsAt(now).next(), `${idsFrom(now)}${"Z".repeat(16)}`]) {
      const made = Array.from({ length: 100 }, () => idAfter(last));
      expect(new Set(made).size).toBe(made.length);
      for (const id of made) {
        expect(isValid(id)).toBe(true);
        expect(id > last).toBe(true);
        expect(timeOfId(id)).toBe(now + 1);
      }
    }
  });

  test("of given halves are the same each time, and sort by the halves", () => {
    const id = idOf(now, 7, 9);
    expect(id).toBe(idOf(now, 7, 9));
    expect(isValid(id)).toBe(true);
    expect(timeOfId(id)).toBe(now);
    expect(idOf(now, 7, 10) > id && idOf(now, 8, 0) > idOf(now, 7, 2 ** 40 - 1)).toBe(true);
  });

  test("of different processes differ in the same millisecond", () => {
    const made = Array.from({ length: 1_000 }, () => idsAt(now).next());
    expect(new Set(made).size).toBe(made.length);
  });

  test.each([0, 1, 1_023, 1_024, now, 2 ** 48 - 1])("of time %d begin as in the ulid library", (time) => {
    expect(idsFrom(time)).toBe(encodeTime(time, 10));
    expect(timeOfId(idsFrom(time).toLowerCase())).toBe(time);
  });

  test("that are malformed have no time", () => {
    for (const text of ["", "01", "U".repeat(26), "é".repeat(26)]) expect(timeOfId(text)).toBeNaN();
  });
});
