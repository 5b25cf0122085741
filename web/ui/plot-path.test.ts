import { expect, test } from "bun:test";
import { linePath } from "./plot-path.ts";

test("a line goes from the left to the right, the highest value on top", () => {
  expect(linePath([0, 5, 10])).toBe("M0 96 L50 50 L100 4");
});

test("values that do not change are a level line", () => {
  expect(linePath([0, 0])).toBe("M0 96 L100 96");
  expect(linePath([7, 7])).toBe("M0 50 L100 50");
});

test("a small change of a large value is seen", () => {
  expect(linePath([100, 110])).toBe("M0 65.33 L100 4");
});
