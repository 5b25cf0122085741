import { expect, test } from "bun:test";
import { fitSize } from "./fit-size.ts";

test.each([
  ["a small image keeps its size", [200, 100], [200, 100]],
  ["a wide one is as wide as allowed", [4000, 1000], [400, 100]],
  ["a high one is as high as allowed", [1000, 4000], [75, 300]],
  ["a dot is large enough to be hit", [1, 1], [48, 48]],
  ["a line is too", [10_000, 10], [400, 48]],
  ["an unknown size is that of a video", [0, 0], [400, 225]],
  ["a wrong size too", [Number.NaN, -3], [400, 225]],
] as const)("%s", (_name, [width, height], [shownWidth, shownHeight]) => {
  expect(fitSize({ width, height })).toEqual({ width: shownWidth, height: shownHeight });
});
