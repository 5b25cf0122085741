import { describe, expect, test } from "bun:test";
import { serialize } from "bson";
import { Crc64 } from "./crc64.ts";
import { type Frame, frameDocuments } from "./frame-documents.ts";

async function framesOf(content: Uint8Array, chunkSize: number): Promise<Frame[]> {
  async function* chunks() {
    for (let at = 0; at < content.length; at += chunkSize) yield content.subarray(at, at + chunkSize);
  }
  return (await Array.fromAsync(frameDocuments(chunks(), { name: "users.bson" }))).flat();
}

describe("the documents of a dump", () => {
  const documents = [{ a: 1 }, { text: "x".repeat(1_000) }, {}].map((document) => serialize(document));
  const content = Buffer.concat(documents);

  test.each([1, 3, 7, 1_000_000])("are found whatever arrives at a time: %d bytes", async (size) => {
    const frames = await framesOf(content, size);
    expect(frames.map(({ bytes }) => Buffer.from(bytes))).toEqual(documents.map((each) => Buffer.from(each)));
    expect(frames.map(({ offset }) => offset)).toEqual([0, 12, 12 + 1_016]);
  });

  test.each([
    [
      "an end within a document",
      content.subarray(0, -1),
      "damaged at byte 1028: the file ends within a document",
    ],
    ["an end within a length", Buffer.concat([content, Buffer.from([9])]), "damaged at byte 1033"],
    ["a length that no document has", Buffer.from("04000000", "hex"), "4 is not the length of a document"],
    ["a length beyond the largest document", Buffer.from("ffffff7f", "hex"), "2147483647 is not the length"],
    ["a document without its end", Buffer.from("0500000001", "hex"), "does not end where it should"],
  ])("%s is refused with its place", async (_, bytes, message) => {
    await expect(framesOf(bytes, 64)).rejects.toThrow(message);
  });
});

test("the checksum is that of CRC-64/XZ, whatever is added at a time", () => {
  const whole = new Crc64();
  whole.update(Buffer.from("123456789"));
  expect(BigInt.asUintN(64, whole.result())).toBe(0x995dc9bbdf1939fan);
  const parts = new Crc64();
  for (const part of ["1234", "", "56789"]) parts.update(Buffer.from(part));
  expect(parts.result()).toBe(whole.result());
});
