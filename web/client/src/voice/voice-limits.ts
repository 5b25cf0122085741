import type { GlobalLimits, UserLimits } from "../../../protocol/types.ts";

/** What the server allows a user to show in calls. */
interface VideoLimits {
  readonly isAllowed: boolean;
  /** Of the video, in pixels. */
  readonly area: number;
}

type Tier = Pick<UserLimits, "video" | "video_resolution">;

interface PublishedLimits {
  readonly global: Pick<GlobalLimits, "new_user_hours">;
  readonly new_user: Tier;
  readonly default: Tier;
}

const hour = 3_600_000;
const usualArea = 1280 * 720;

export function videoLimits(limits: PublishedLimits, registeredAt: number, now: number): VideoLimits {
  const isNew = now - registeredAt < limits.global.new_user_hours * hour;
  const { video: isAllowed, video_resolution } = isNew ? limits.new_user : limits.default;
  const [width, height] = video_resolution;
  return {
    isAllowed,
    area: width !== undefined && height !== undefined ? width * height : usualArea,
  };
}

interface Resolution {
  readonly width: number;
  readonly height: number;
}

const resolutions: readonly Resolution[] = [
  { width: 1920, height: 1080 },
  { width: 1280, height: 720 },
  { width: 960, height: 540 },
];
const smallest: Resolution = { width: 640, height: 360 };

/** The largest usual video size within a number of pixels. */
export function largestWithin(area: number): Resolution {
  return resolutions.find(({ width, height }) => width * height <= area) ?? smallest;
}

/** A video of the same shape with at most this number of pixels. */
export function fitInto(area: number, { width, height }: Resolution): Resolution {
  const scale = Math.min(1, Math.sqrt(area / (width * height)));
  return { width: Math.floor(width * scale), height: Math.floor(height * scale) };
}
