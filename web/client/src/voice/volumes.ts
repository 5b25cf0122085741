import { setVolumes, volumes } from "../preferences/preferences.ts";

/** In percent. */
export const loudest = 200;
const usual = 100;

/** How loud a person is on this device, in percent: 0 is silent, 100 as they are, 200 twice as loud. */
export function volumeOf(userId: string): number {
  return volumes()[userId] ?? usual;
}

export function setVolumeOf(userId: string, volume: number): void {
  const { [userId]: _, ...others } = volumes();
  const clamped = Math.min(loudest, Math.max(0, Math.round(volume)));
  setVolumes(clamped === usual ? others : { ...others, [userId]: clamped });
}
