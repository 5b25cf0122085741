import { expect, test } from "bun:test";
import { safeFileName } from "./file-name.ts";

test.each([
  ["cat.png", "cat.png"],
  ["../../etc/passwd", "passwd"],
  ["C:\\Users\\ann\\cat.png", "cat.png"],
  ["folder/", "unnamed-file"],
  ["..", "unnamed-file"],
  [".", "unnamed-file"],
  ["", "unnamed-file"],
  ["   ", "unnamed-file"],
  [undefined, "unnamed-file"],
  [".env", ".env"],
  ['say "hi"; filename=x.exe', 'say "hi"; filename=x.exe'],
  ["it's 100% <b>.txt", "it's 100% <b>.txt"],
  ["nul\u0000.png", "nul.png"],
  ["two\r\nlines\u0085.txt", "twolines.txt"],
  ["\u202egnp.exe", "gnp.exe"],
  ["Grüße 猫 🐈.png", "Grüße 猫 🐈.png"],
  ["half\ud800.png", "half\ufffd.png"],
  ["..\u0000/..\u0000\\evil", "evil"],
])("%j becomes %j", (given, safe) => {
  expect(safeFileName(given)).toBe(safe);
});

test("a long name keeps its extension", () => {
  expect(safeFileName(`${"a".repeat(300)}.png`)).toBe(`${"a".repeat(251)}.png`);
  expect(safeFileName("a".repeat(300))).toBe("a".repeat(255));
  expect(safeFileName(`${"a".repeat(255)}`)).toBe("a".repeat(255));
});

test("a character is never cut in two", () => {
  const name = safeFileName(`${"🐈".repeat(200)}.png`);
  expect(name.isWellFormed()).toBe(true);
  expect(name.length).toBeLessThanOrEqual(255);
  expect(name.endsWith("🐈.png")).toBe(true);
});
