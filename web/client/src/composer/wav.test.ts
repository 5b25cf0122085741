import { expect, test } from "bun:test";
import { encodeWav, peaksOf, sampleRate, secondsIn } from "./wav.ts";

test("samples become a file that players know", () => {
  const bytes = encodeWav(new Float32Array([0, 1, -1, 7]));
  const view = new DataView(bytes);
  expect([0, 1, 2, 3].map((index) => view.getInt16(44 + 2 * index, true))).toEqual([0, 32767, -32767, 32767]);
  expect([view.getUint32(4, true), view.getUint32(40, true)]).toEqual([44, 8]);
  expect(new TextDecoder().decode(bytes.slice(0, 4))).toBe("RIFF");
  expect(new TextDecoder().decode(bytes.slice(8, 16))).toBe("WAVEfmt ");
});

test("what fits into the limit is no larger than it", () => {
  const limit = 100_000;
  const seconds = secondsIn(limit);
  expect(encodeWav(new Float32Array(seconds * sampleRate)).byteLength).toBeLessThanOrEqual(limit);
  expect(encodeWav(new Float32Array((seconds + 1) * sampleRate)).byteLength).toBeGreaterThan(limit);
  expect(secondsIn(10)).toBe(0);
});

test("the loudest sample of each part counts", () => {
  expect(peaksOf(new Float32Array([0, 0.5, -0.75, 0, 0.25]), 3)).toEqual([0.5, 0.75, 0.25]);
  expect(peaksOf(new Float32Array(), 3)).toEqual([]);
});
