import { screenQualities } from "../preferences/voice-input.ts";
import { largestWithin, type VideoBounds } from "./voice-limits.ts";

type QualityName = (typeof screenQualities)[number];

/** Up to this rate, text stays sharp and images are left out when the connection is slow; above, it is the other way. */
export const detailRate = 30;

const [hd, fullHd] = [1280 * 720, 1920 * 1080];

const qualities: Readonly<Record<QualityName, VideoBounds>> = {
  sharp: { area: fullHd, frameRate: 15, bitRate: 2_500_000 },
  balanced: { area: fullHd, frameRate: 30, bitRate: 5_000_000 },
  smooth: { area: hd, frameRate: 60, bitRate: 4_000_000 },
  best: { area: fullHd, frameRate: 60, bitRate: 8_000_000 },
};

/** How a shared screen is sent, within what the server allows. */
export function qualityWithin(name: QualityName, { area, frameRate, bitRate }: VideoBounds): VideoBounds {
  const wanted = qualities[name];
  return {
    area: Math.min(wanted.area, area),
    frameRate: Math.min(wanted.frameRate, frameRate),
    bitRate: Math.min(wanted.bitRate, bitRate),
  };
}

/** The qualities that differ within what the server allows, with the height and frame rate that they have there. */
export function offeredQualities(bounds: VideoBounds) {
  const offered = new Map<string, { name: QualityName; height: number; frameRate: number }>();
  for (const name of screenQualities) {
    const quality = qualityWithin(name, bounds);
    const { frameRate } = quality;
    const entry = { name, height: largestWithin(quality.area).height, frameRate };
    const key = JSON.stringify(quality);
    if (!offered.has(key)) offered.set(key, entry);
  }
  return [...offered.values()];
}

/** The offered quality that is sent if this one was chosen. */
export function nearestQuality(chosen: QualityName, bounds: VideoBounds): QualityName {
  const wanted = JSON.stringify(qualityWithin(chosen, bounds));
  const same = offeredQualities(bounds).find(
    ({ name }) => JSON.stringify(qualityWithin(name, bounds)) === wanted,
  );
  return same?.name ?? chosen;
}
