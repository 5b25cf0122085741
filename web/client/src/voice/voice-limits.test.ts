import { expect, test } from "bun:test";
import { fitInto, largestWithin, videoLimits } from "./voice-limits.ts";

const limits = {
  global: { new_user_hours: 72 },
  new_user: { video: false, video_resolution: [1080, 720] },
  default: { video: true, video_resolution: [1920, 1080] },
};
const day = 86_400_000;

const video = (resolution: number[]) => ({ resolution, frame_rate: 30, bitrate: 2_000_000 });
const bounds = { camera: video([1280, 720]), screen: video([3840, 2160]) };
const limitsOf = (published: typeof limits, now: number) =>
  videoLimits({ limits: published, bounds }, 0, now);

test("new users have limits of their own", () => {
  expect(limitsOf(limits, day)).toMatchObject({ isAllowed: false, screen: { area: 1080 * 720 } });
  expect(limitsOf(limits, 4 * day)).toMatchObject({ isAllowed: true, screen: { area: 1920 * 1080 } });
});

test("without a resolution, usual video is allowed", () => {
  const unsized = { ...limits, default: { video: true, video_resolution: [] } };
  expect(limitsOf(unsized, 4 * day).screen.area).toBe(1280 * 720);
});

test("cameras and screens are bounded by what the host allows, too", () => {
  expect(limitsOf(limits, 4 * day).camera).toEqual({
    area: 1280 * 720,
    frameRate: 30,
    bitRate: 2_000_000,
  });
});

test("videos keep within the number of pixels", () => {
  expect(largestWithin(1280 * 720)).toEqual({ width: 1280, height: 720 });
  expect(largestWithin(1080 * 720)).toEqual({ width: 960, height: 540 });
  expect(largestWithin(100)).toEqual({ width: 640, height: 360 });
  const wide = fitInto(1280 * 720, { width: 3440, height: 1440 });
  expect(wide.width * wide.height).toBeLessThanOrEqual(1280 * 720);
  expect(wide.width / wide.height).toBeCloseTo(3440 / 1440, 2);
  expect(fitInto(1280 * 720, { width: 800, height: 600 })).toEqual({ width: 800, height: 600 });
});
