import type { GlobalLimits, VideoLimits as PublishedVideo, UserLimits } from "../../../protocol/types.ts";

/** The largest video that the server allows. */
export interface VideoBounds {
  /** Of the video, in pixels. */
  readonly area: number;
  /** Images in a second. */
  readonly frameRate: number;
  /** Bits in a second. */
  readonly bitRate: number;
}

/** What the server allows a user to show in calls. */
export interface VideoLimits {
  readonly isAllowed: boolean;
  readonly camera: VideoBounds;
  readonly screen: VideoBounds;
}

type Tier = Pick<UserLimits, "video" | "video_resolution">;

interface PublishedLimits {
  readonly global: Pick<GlobalLimits, "new_user_hours">;
  readonly new_user: Tier;
  readonly default: Tier;
}

type PublishedBounds = Readonly<Record<"camera" | "screen", PublishedVideo>>;

const hour = 3_600_000;
const usualArea = 1280 * 720;

/** The limits of a user, and those of the host for all videos, both as published. */
export function videoLimits(
  { limits, bounds }: { readonly limits: PublishedLimits; readonly bounds: PublishedBounds },
  registeredAt: number,
  now: number,
): VideoLimits {
  const isNew = now - registeredAt < limits.global.new_user_hours * hour;
  const { video: isAllowed, video_resolution } = isNew ? limits.new_user : limits.default;
  const area = areaOf(video_resolution) ?? usualArea;
  const within = ({ resolution, frame_rate, bitrate }: PublishedVideo): VideoBounds => ({
    area: Math.min(area, areaOf(resolution) ?? area),
    frameRate: frame_rate,
    bitRate: bitrate,
  });
  return { isAllowed, camera: within(bounds.camera), screen: within(bounds.screen) };
}

const areaOf = ([width, height]: readonly number[]) =>
  width !== undefined && height !== undefined ? width * height : undefined;

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
