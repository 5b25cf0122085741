import { expect, test } from "bun:test";
import { plain } from "./plain.ts";

test("what could move about on a terminal cannot", () => {
  expect(plain("\u001b[2J\u0007\u009b\u007f\tx")).toBe("\ufffd[2J\ufffd\ufffd\ufffd\ufffdx");
  expect(plain("a\u202eb\u2066c\u061c\u200fd")).toBe("a\ufffdb\ufffdc\ufffd\ufffdd");
  expect(plain("naïve 👩‍👩‍👧 “quoted”")).toBe("naïve 👩‍👩‍👧 “quoted”");
});

test("every kind of line break is one", () => {
  expect(plain("a\r\nb\rc\nd\u2028e\u0085f")).toBe("a\nb\nc\nd\ne\nf");
  expect(plain("a\r\nb\u2029c", " ")).toBe("a b c");
});
