import { expect, test } from "bun:test";
import { tileWidth } from "./tile-layout.ts";

test("tiles are as wide as the area and their shape allow", () => {
  expect(tileWidth(1, { width: 1600, height: 450 }, 8)).toBe(800);
  expect(tileWidth(2, { width: 1608, height: 450 }, 8)).toBe(800);
  expect(tileWidth(2, { width: 320, height: 458 }, 8)).toBe(320);
  expect(tileWidth(4, { width: 808, height: 458 }, 8)).toBe(400);
});

test("there is room for every tile of a large call", () => {
  for (let count = 1; count <= 25; count++) {
    const area = { width: 1000, height: 480 };
    const width = tileWidth(count, area, 8);
    const columns = Math.floor((area.width + 8) / (width + 8));
    const rows = Math.ceil(count / columns);
    expect(rows * ((width * 9) / 16) + (rows - 1) * 8).toBeLessThanOrEqual(area.height + 0.01);
  }
});

test("25 others and oneself are all seen on a usual screen", () => {
  const [area, gap] = [{ width: 850, height: 365 }, 8];
  const width = tileWidth(26, area, gap);
  const rows = Math.ceil(26 / Math.floor((area.width + gap) / (width + gap)));
  expect(rows * ((width * 9) / 16) + (rows - 1) * gap).toBeLessThanOrEqual(area.height);
});

test("tiles do not become too small to see somebody in them", () => {
  expect(tileWidth(60, { width: 1000, height: 400 }, 8)).toBe(112);
  // Three next to each other on a phone.
  expect(3 * tileWidth(25, { width: 352, height: 268 }, 8) + 2 * 8).toBe(352);
  expect(tileWidth(25, { width: 100, height: 300 }, 8)).toBe(100);
  expect(tileWidth(0, { width: 0, height: 0 }, 8)).toBe(0);
});
