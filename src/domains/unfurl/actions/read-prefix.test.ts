import { expect, test } from "bun:test";
import { bytes as bytesOf, streamOf } from "../../../../test/support/files/blob-content.ts";
import { readPrefix } from "./read-prefix.ts";

async function read(chunks: readonly string[], maxBytes: number, marker?: string) {
  const { bytes, whole } = await readPrefix(streamOf(chunks.map(bytesOf)), maxBytes, marker);
  return [bytes.toString(), whole];
}

test("a body is read to its end, to the most bytes, or to the marker, which may be in two pieces", async () => {
  expect(await read(["<head>", "</head>"], 100)).toEqual(["<head></head>", true]);
  expect(await read(["<head>", "</head>"], 8)).toEqual(["<head></", false]);
  expect(await read(["<head></he", "ad>", "more"], 100, "</head>")).toEqual(["<head></head>", false]);
  expect(await read(["<head>", "more"], 100, "</head>")).toEqual(["<head>more", true]);
});
