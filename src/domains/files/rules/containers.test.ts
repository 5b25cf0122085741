import { describe, expect, test } from "bun:test";
import { makeImage, makeMp4, makeWebm } from "../../../../test/support/files/make-images.ts";
import type { BytePatch, ReadAt } from "./byte-access.ts";
import { findJpegMetadata } from "./jpeg.ts";
import { readMatroskaSize } from "./matroska.ts";
import { readMp4 } from "./mp4.ts";
import { findWebpMetadata } from "./webp.ts";

/** Reads from memory, and counts how often. */
function reader(content: Buffer): { readAt: ReadAt; reads: () => number } {
  let reads = 0;
  const readAt: ReadAt = async (offset, length) => {
    reads += 1;
    return content.subarray(offset, offset + length);
  };
  return { readAt, reads: () => reads };
}

function apply(content: Buffer, patches: readonly BytePatch[]): Buffer {
  const copy = Buffer.from(content);
  for (const { at, bytes } of patches) {
    if (typeof bytes === "number") copy.fill(0, at, at + bytes);
    else copy.set(bytes, at);
  }
  return copy;
}

describe("MP4", () => {
  const look = (film: Buffer) => readMp4(reader(film).readAt, film.length);

  test("the size is the display size of the first visible track", async () => {
    expect((await look(makeMp4(1920, 1080))).size).toEqual({ width: 1920, height: 1080 });
    expect((await look(makeMp4(1920, 1080, { rotated: true }))).size).toEqual({ width: 1080, height: 1920 });
    expect((await look(makeMp4(0, 0))).size).toBeUndefined();
  });

  test("the location becomes free space of the same length", async () => {
    const film = makeMp4(64, 48);
    const { patches } = await look(film);
    const blank = apply(film, patches);
    expect(blank.length).toBe(film.length);
    expect(blank.toString("latin1")).not.toMatch(/udta|xyz|52\.52/);
    expect((await look(blank)).size).toEqual({ width: 64, height: 48 });
    expect((await look(blank)).patches).toEqual([]);
  });

  test("truncated and corrupt files are read without errors", async () => {
    const film = makeMp4(64, 48);
    const after = film.indexOf("moov") - 4;
    for (let end = 0; end < film.length; end += 7) await look(film.subarray(0, end));
    for (let at = after; at < film.length; at++) {
      const broken = Buffer.from(film);
      broken[at] = 0xff;
      for (const { at: from, bytes } of (await look(broken)).patches) {
        const length = typeof bytes === "number" ? bytes : bytes.length;
        expect(from >= 0 && from + length <= film.length).toBe(true);
      }
    }
  });

  test("the number of boxes is limited", async () => {
    const empty = Buffer.from("\0\0\0\x08free", "latin1");
    const { readAt, reads } = reader(Buffer.concat(Array(20_000).fill(empty)));
    await readMp4(readAt, 160_000);
    expect(reads()).toBeLessThan(5_000);
  });
});

describe("Matroska", () => {
  const look = (film: Buffer) => readMatroskaSize(reader(film).readAt, film.length);

  test("the size is in the header of the track", async () => {
    expect(await look(makeWebm(1920, 1080))).toEqual({ width: 1920, height: 1080 });
    expect(await look(makeWebm(0, 0))).toBeUndefined();
  });

  test("a segment may be of unknown size", async () => {
    const film = makeWebm(320, 200);
    const segment = film.indexOf(Buffer.from("18538067", "hex"));
    film.set([0x1f, 0xff, 0xff, 0xff], segment + 4);
    expect(await look(film)).toEqual({ width: 320, height: 200 });
  });

  test("truncated and corrupt files are read without errors", async () => {
    const film = makeWebm(320, 200);
    for (let end = 0; end < film.length; end++) expect(await look(film.subarray(0, end))).toBeUndefined();
    for (let at = 0; at < film.length; at++) {
      for (const byte of [0x00, 0xff]) {
        const broken = Buffer.from(film);
        broken[at] = byte;
        await look(broken);
      }
    }
  });

  test("the number of elements is limited", async () => {
    const { readAt, reads } = reader(Buffer.alloc(100_000, Buffer.from([0xec, 0x80])));
    await readMatroskaSize(readAt, 100_000);
    expect(reads()).toBeLessThan(5_000);
  });
});

test("a WebP loses its EXIF and stays the same length", async () => {
  const image = await makeImage("webp", { orientation: 1 });
  expect(image.toString("latin1")).toContain("SpyCam");
  const blank = apply(image, await findWebpMetadata(reader(image).readAt));
  expect(blank.length).toBe(image.length);
  expect(blank.toString("latin1")).not.toMatch(/SpyCam|EXIF/);
  const plain = await makeImage("webp");
  expect(apply(plain, await findWebpMetadata(reader(plain).readAt))).toEqual(plain);
});

test("a JPEG loses its EXIF and stays the same length", async () => {
  const image = await makeImage("jpeg", { orientation: 6 });
  expect(image.toString("latin1")).toContain("SpyCam");
  const blank = apply(image, await findJpegMetadata(reader(image).readAt));
  expect(blank.length).toBe(image.length);
  expect(blank.toString("latin1")).not.toMatch(/SpyCam|Exif/);
  for (let end = 0; end < image.length; end += 3) {
    const start = image.subarray(0, end);
    expect(apply(start, await findJpegMetadata(reader(start).readAt)).length).toBe(end);
  }
});
