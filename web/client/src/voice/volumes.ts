import { createSignal } from "solid-js";

const key = "voice-volumes";
/** In percent. */
export const loudest = 200;
const usual = 100;

const [volumes, setVolumes] = createSignal(read());

/** How loud a person is on this device, in percent: 0 is silent, 100 as they are, 200 twice as loud. */
export function volumeOf(userId: string): number {
  return volumes()[userId] ?? usual;
}

export function setVolumeOf(userId: string, volume: number): void {
  const { [userId]: _, ...others } = volumes();
  const clamped = Math.min(loudest, Math.max(0, Math.round(volume)));
  const next = clamped === usual ? others : { ...others, [userId]: clamped };
  setVolumes(next);
  localStorage.setItem(key, JSON.stringify(next));
}

function read(): Readonly<Record<string, number>> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? "{}");
    const entries = Object.entries(stored as object).filter(([, value]) => typeof value === "number");
    return Object.fromEntries(entries);
  } catch {
    return {};
  }
}
