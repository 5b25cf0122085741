import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { allDiscriminators, drawDiscriminator, renamedDiscriminator } from "./discriminator.ts";

const excluded = ["0123", "1234", "1111", "2222", "3333", "4444", "5555", "6666", "7777", "8888", "1488"];

describe("discriminators", () => {
  test("range from 0002 to 9998 without the reserved ones", () => {
    const expected = Array.from({ length: 10_000 }, (_, number) => String(number).padStart(4, "0"))
      .filter((text) => Number(text) >= 2 && Number(text) <= 9998)
      .filter((text) => !excluded.includes(text));
    expect([...allDiscriminators()].sort()).toEqual(expected);
    expect(new Set(allDiscriminators()).size).toBe(9986);
    for (const odd of ["0000", "0001", "9999", ...excluded]) expect(allDiscriminators()).not.toContain(odd);
  });

  test("are drawn from the free ones", () => {
    const known = new Set(allDiscriminators());
    const property = fc.property(
      fc.uniqueArray(fc.constantFrom(...allDiscriminators()), { maxLength: 50 }),
      (list) => {
        const taken = new Set(list);
        const drawn = drawDiscriminator(taken) ?? "none";
        expect(known.has(drawn)).toBe(true);
        expect(taken.has(drawn)).toBe(false);
      },
    );
    fc.assert(property, { numRuns: 50 });
  });

  test("are found when only one is free", () => {
    for (const last of ["0002", "9998", "5000", "1233"]) {
      expect(drawDiscriminator(new Set(allDiscriminators().filter((value) => value !== last)))).toBe(last);
    }
  });

  test("run out when all are taken", () => {
    expect(drawDiscriminator(new Set(allDiscriminators()))).toBeUndefined();
    expect(drawDiscriminator(new Set([...allDiscriminators(), "0000", "9999"]))).toBeUndefined();
  });

  test("are drawn with equal probability", () => {
    const free = allDiscriminators().slice(4000, 4010);
    const taken = new Set(allDiscriminators().filter((value) => !free.includes(value)));
    const counts = new Map(free.map((value) => [value, 0]));
    for (let draw = 0; draw < 2000; draw++) {
      const drawn = drawDiscriminator(taken) ?? "none";
      counts.set(drawn, (counts.get(drawn) ?? 0) + 1);
    }
    expect([...counts.keys()].sort()).toEqual([...free].sort());
    // 2000 draws from 10: 200 of each, give or take 13; nine times that never happens by chance.
    for (const count of counts.values()) expect(Math.abs(count - 200)).toBeLessThan(120);
  });

  test("are drawn from the whole range when all are free", () => {
    const thousands = new Set(Array.from({ length: 500 }, () => drawDiscriminator(new Set())?.[0]));
    expect([...thousands].sort().join("")).toBe("0123456789");
  });
});

describe("the discriminator after a rename", () => {
  const day = 24 * 60 * 60 * 1000;
  const free = { current: "0042", taken: new Set(["0043"]), changedAt: null, now: 10 * day };
  const limited = { problem: "DiscriminatorChangeRatelimited" } as const;

  test("is the current one if it is free, whenever it was assigned", () => {
    for (const changedAt of [null, free.now - 1, 0])
      expect(renamedDiscriminator({ ...free, changedAt })).toEqual({ discriminator: "0042" });
  });

  test("is another one if the current one is taken or reserved, at most once a day", () => {
    for (const current of ["0043", "1234", "0000"]) {
      const draw = (changedAt: number | null) => renamedDiscriminator({ ...free, current, changedAt });
      for (const changedAt of [null, 0, free.now - day]) {
        const drawn = draw(changedAt);
        const discriminator = "discriminator" in drawn ? drawn.discriminator : "none";
        expect(allDiscriminators()).toContain(discriminator);
        expect(discriminator).not.toBe("0043");
      }
      for (const changedAt of [free.now - day + 1, free.now]) expect(draw(changedAt)).toEqual(limited);
    }
  });

  test("is UsernameTaken if all are taken, before any other check", () => {
    const taken = new Set(allDiscriminators());
    for (const changedAt of [null, free.now])
      expect(renamedDiscriminator({ ...free, taken, changedAt })).toEqual({ problem: "UsernameTaken" });
  });
});
