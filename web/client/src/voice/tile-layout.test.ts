import { expect, test } from "bun:test";
import { tileWidth } from "./tile-layout.ts";

test("tiles are as wide as the area and their shape allow", () => {
  expect(tileWidth(1, { width: 1600, height: 450 }, 8)).toBe(800);
  expect(tileWidth(2, { width: 1608, height: 450 }, 8)).toBe(800);
  expect(tileWidth(2, { width: 320, height: 458 }, 8)).toBe(320);
  expect(tileWidth(4, { width: 808, height: 458 }, 8)).toBe(400);
});

test("there is room for every tile, however many", () => {
  for (let count = 1; count < 60; count++) {
    const area = { width: 1000, height: 400 };
    const width = tileWidth(count, area, 8);
    const columns = Math.floor((area.width + 8) / (width + 8));
    const rows = Math.ceil(count / columns);
    expect(rows * ((width * 9) / 16) + (rows - 1) * 8).toBeLessThanOrEqual(area.height + 0.01);
  }
  expect(tileWidth(0, { width: 100, height: 100 }, 8)).toBe(0);
});
