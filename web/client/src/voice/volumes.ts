import { setVolumes, volumes } from "../preferences/preferences.ts";

/** In percent. */
export const loudest = 200;
const usual = 100;

/** Whose sound it is: a person's voice, or the sound of the screen that they share. */
export type SoundSource = "voice" | "screen";

const keyOf = (userId: string, source: SoundSource) => (source === "voice" ? userId : `screen:${userId}`);

/** How loud somebody is on this device, in percent: 0 is silent, 100 as they are, 200 twice as loud. */
export function volumeOf(userId: string, source: SoundSource = "voice"): number {
  return volumes()[keyOf(userId, source)] ?? usual;
}

export function setVolumeOf(userId: string, volume: number, source: SoundSource = "voice"): void {
  const { [keyOf(userId, source)]: _, ...others } = volumes();
  const clamped = Math.min(loudest, Math.max(0, Math.round(volume)));
  setVolumes(clamped === usual ? others : { ...others, [keyOf(userId, source)]: clamped });
}
