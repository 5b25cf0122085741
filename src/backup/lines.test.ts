import { expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import { readCompressed } from "./lines.ts";

const read = async (content: string | Buffer) =>
  (await Array.fromAsync(readCompressed(new Blob([gzipSync(content)]).stream()))).flat();

test("compressed lines are read as they were written, with a byte order mark", async () => {
  expect(await read("\ufeffone\nGrüße 🦦\n\n")).toEqual(["\ufeffone", "Grüße 🦦", ""]);
  expect(await read("")).toEqual([]);
});

test.each([
  ["bytes that are no text", Buffer.from([0x61, 0xff, 0x0a])],
  ["a line that ends within a character", Buffer.from("one\n🦦").subarray(0, -1)],
  ["a line without its end", "one\ntwo"],
])("damage: %s", async (_, content) => {
  await expect(read(content)).rejects.toThrow();
});
