import { expect, test } from "bun:test";
import { nearestQuality, offeredQualities, qualityWithin } from "./screen-quality.ts";

const all = { area: 3840 * 2160, frameRate: 60, bitRate: 8_000_000 };

test("a shared screen is sent as chosen, within what the server allows", () => {
  expect(qualityWithin("best", all)).toEqual({ area: 1920 * 1080, frameRate: 60, bitRate: 8_000_000 });
  const tight = { area: 640 * 360, frameRate: 24, bitRate: 1_000_000 };
  expect(qualityWithin("best", tight)).toEqual(tight);
});

test("qualities that the server makes equal are offered once", () => {
  expect(offeredQualities(all).map(({ name }) => name)).toEqual(["sharp", "balanced", "smooth", "best"]);
  const slow = { area: 1280 * 720, frameRate: 30, bitRate: 2_000_000 };
  expect(offeredQualities(slow)).toEqual([
    { name: "sharp", height: 720, frameRate: 15 },
    { name: "balanced", height: 720, frameRate: 30 },
  ]);
  expect(nearestQuality("best", slow)).toBe("balanced");
  expect(nearestQuality("best", all)).toBe("best");
});
