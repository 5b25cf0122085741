import { describe, expect, test } from "bun:test";
import { afterId3, detectType } from "./detect-type.ts";

const latin = (text: string) => Buffer.from(text, "latin1");
const zip = latin("PK\x03\x04\x14\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x05\0\0\0a.txt");

describe("the type of a file", () => {
  test.each<[content: Uint8Array, name: string, type: string]>([
    [
      latin("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0\0\0\0\0\0\0\0\0IDAT"),
      "a.txt",
      "image/png",
    ],
    [latin("\xff\xd8\xff\xe0\0\x10JFIF\0"), "a.exe", "image/jpeg"],
    [latin("\0\0\0\x18ftypmp42\0\0\0\0"), "a", "video/mp4"],
    [latin("OggS\0\x02\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\x13OpusHead"), "a", "audio/ogg"],
    [zip, "a.zip", "application/zip"],
    [zip, "a.APK", "application/vnd.android.package-archive"],
    [zip, "a.exe", "application/zip"],
    [latin("MZ\x90\0"), "a.txt", "application/vnd.microsoft.portable-executable"],
    [latin("\0\x01\x02\x03"), "a.apk", "application/octet-stream"],
    [latin("\0\x01\x02\x03"), "a.exe", "application/octet-stream"],
    [latin("just words"), "a.exe", "text/plain"],
    [latin("<svg><script/></svg>"), "a.svg", "text/plain"],
    [latin("<?xml version='1.0'?><svg/>"), "a.svg", "text/plain"],
    [latin("<!doctype html><html>"), "a.html", "text/plain"],
    [latin("<!doctype html>\xff"), "a.html", "application/octet-stream"],
    [latin("<?xml version='1.0'?><svg/>\xff"), "a.svg", "application/octet-stream"],
    [latin("BEGIN:VCARD\r\n"), "a.vcf", "text/plain"],
    [latin("%PDF-1.7\n"), "a", "application/pdf"],
    [latin("{\\rtf1 hello}"), "a", "application/rtf"],
    [Buffer.from("Grüße, 猫").subarray(0, -1), "a", "text/plain"],
    [latin("tab\tline\r\n\x1b[31mred\x1b[0m"), "a", "text/plain"],
    [latin("bell \x07"), "a", "application/octet-stream"],
    [latin("%"), "a", "text/plain"],
  ])("case %# is known by its content", async (content, name, type) => {
    expect(await detectType(content, name)).toBe(type);
  });
});

test("the length of an ID3 tag is read seven bits a byte", () => {
  expect(afterId3(latin("ID3\x04\0\0\0\0\x02\x01rest"))).toBe(10 + 257);
  expect(afterId3(latin("ID3"))).toBe(0);
  expect(afterId3(latin("not a tag at all"))).toBe(0);
});
