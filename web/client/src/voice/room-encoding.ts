import { AudioPresets, type VideoEncoding, VideoPresets } from "livekit-client";
import { fitInto, largestWithin, type VideoBounds } from "./voice-limits.ts";

/** Music and films are not voices: what is done to those would spoil them. */
export const unprocessed = {
  echoCancellation: false,
  noiseSuppression: false,
  autoGainControl: false,
  channelCount: 2,
};
export const stereo = {
  audioPreset: AudioPresets.musicHighQualityStereo,
  forceStereo: true,
  dtx: false,
  red: false,
};

const usualCameraRate = 30;
const cameraPresets = [VideoPresets.h1080, VideoPresets.h720, VideoPresets.h540, VideoPresets.h360];
export const cameraRate = ({ frameRate }: VideoBounds) => Math.min(usualCameraRate, frameRate);

/** How cameras are sent where the server allows less than the library would choose. */
export function cameraEncoding(bounds: VideoBounds): VideoEncoding | undefined {
  const { height } = largestWithin(bounds.area);
  const usual = cameraPresets.find((preset) => preset.height <= height)?.encoding.maxBitrate ?? 0;
  const maxFramerate = cameraRate(bounds);
  if (usual <= bounds.bitRate && maxFramerate === usualCameraRate) return undefined;
  return { maxBitrate: Math.min(usual, bounds.bitRate), maxFramerate };
}

/** The voice node ends videos that are larger than the server allows. */
export async function shrinkTo(area: number, track: MediaStreamTrack): Promise<void> {
  const { width, height } = track.getSettings();
  if (!width || !height || width * height <= area) return;
  const fitting = fitInto(area, { width, height });
  await track.applyConstraints({ width: { max: fitting.width }, height: { max: fitting.height } });
}
