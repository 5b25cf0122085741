import type { Track } from "../../../platform/voice/port.ts";
import type { UserVoiceState } from "../../channels/index.ts";
import type { VoiceStateRow, VoiceTrackRow } from "../tables.ts";

type VoiceFlags = Omit<UserVoiceState, "id" | "joined_at" | "raised_hand">;
type FlagTrack = Pick<VoiceTrackRow, "source" | "muted">;

/** What a participant sends and receives. A screen and its sound are one flag, set while either is shared. */
export function voiceFlags(
  state: Pick<VoiceStateRow, "can_subscribe">,
  tracks: readonly FlagTrack[],
): VoiceFlags {
  const active = new Set(tracks.filter(({ muted }) => muted === 0).map(({ source }) => source));
  return {
    is_receiving: state.can_subscribe === 1,
    is_publishing: active.has("microphone"),
    screensharing: active.has("screen_share") || active.has("screen_share_audio"),
    camera: active.has("camera"),
  };
}

export function voiceStateView(state: VoiceStateRow, tracks: readonly FlagTrack[]): UserVoiceState {
  return {
    id: state.user_id,
    joined_at: new Date(state.joined_at).toISOString(),
    ...voiceFlags(state, tracks),
    ...(state.raised_hand_at !== null && { raised_hand: new Date(state.raised_hand_at).toISOString() }),
  };
}

/** The flags that differ. */
export function changedFlags(before: VoiceFlags, after: VoiceFlags): Partial<VoiceFlags> {
  const changed = Object.entries(after).filter(([flag, value]) => before[flag as keyof VoiceFlags] !== value);
  return Object.fromEntries(changed);
}

interface TrackLimits {
  readonly video_resolution: readonly number[];
  readonly video_aspect_ratio: readonly number[];
}

/** The bounds of one kind of video, for all users. */
interface VideoBounds {
  readonly resolution: readonly number[];
  readonly bitrate: number;
}

/** Whether a track is larger than the limits of its user or its kind, of a shape outside of them, or neither audio nor video. */
export function exceedsLimits(
  track: Track,
  { video_resolution, video_aspect_ratio }: TrackLimits,
  bounds: Readonly<Record<"camera" | "screen", VideoBounds>>,
): boolean {
  if (track.kind !== "video") return track.kind === "data";
  const { width, height, bitrate } = track;
  const bound = track.source === "screen_share" ? bounds.screen : bounds.camera;
  const [minRatio = 0, maxRatio = Number.POSITIVE_INFINITY] = video_aspect_ratio;
  const ratio = width / height;
  return (
    width * height > Math.min(areaOf(video_resolution), areaOf(bound.resolution)) ||
    bitrate > bound.bitrate ||
    ratio < minRatio ||
    ratio > maxRatio
  );
}

const areaOf = ([width = 0, height = 0]: readonly number[]) => width * height;
