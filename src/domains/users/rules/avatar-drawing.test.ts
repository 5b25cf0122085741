import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { anyText } from "../../../../test/support/hostile/any-text.ts";
import { avatarDrawingOf, avatarDrawings } from "./avatar-drawing.ts";

const table: Record<string, number> = {};
for (const [index, characters] of ["0123SZ", "4567T", "89AB", "CDEFV", "GHJKW", "MNPQX"].entries())
  for (const character of characters) table[character] = index + 2;

describe("default avatars", () => {
  test("are seven different drawings", () => {
    expect(new Set(avatarDrawings).size).toBe(7);
  });

  test("follow the table for every ASCII character", () => {
    for (let code = 0; code < 128; code++) {
      const last = String.fromCharCode(code);
      expect([last, avatarDrawingOf(`01ARZ${last}`) + 1]).toEqual([last, table[last] ?? 1]);
    }
  });

  test("depend only on the last character", () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        expect(avatarDrawingOf(text) + 1).toBe(table[text.slice(-1)] ?? 1);
        expect(avatarDrawingOf(`${text}Q`)).toBe(6);
      }),
    );
  });
});
