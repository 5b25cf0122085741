import { describe, expect, test } from "bun:test";
import { decodePage } from "./decode-page.ts";

const cyrillic = Uint8Array.of(0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2);
const withMeta = (meta: string, text: Uint8Array) => Buffer.concat([Buffer.from(meta), text]);

describe("the text of a page", () => {
  test.each<[string, Uint8Array, string, string]>([
    ["UTF-8 unless told otherwise", Buffer.from("Привет"), "text/html", "Привет"],
    ["what the header says", cyrillic, "text/html; charset=windows-1251", "Привет"],
    ["quoted in the header", cyrillic, 'text/html; Charset="Windows-1251"', "Привет"],
    ["a charset that nobody knows", Buffer.from("é"), "text/html; charset=nonsense", "é"],
    ["its mark before its header", Buffer.from("\ufeffé", "utf16le"), "text/html; charset=utf-8", "é"],
  ])("%s", (_, bytes, contentType, text) => expect(decodePage(bytes, contentType)).toBe(text));

  test.each([
    '<meta charset="windows-1251">',
    '<meta http-equiv=Content-Type content="text/html; charset=cp1251">',
  ])("%s", (meta) => expect(decodePage(withMeta(meta, cyrillic), "text/html")).toEndWith("Привет"));

  test("is not in UTF-16 if its declaration is ASCII", () => {
    expect(decodePage(Buffer.from('<meta charset="utf-16">é'), "text/html")).toEndWith("é");
  });

  test("has replacement characters for invalid bytes", () => {
    expect(decodePage(Uint8Array.of(0x41, 0xff, 0x42), "text/html")).toBe("A\ufffdB");
  });
});
