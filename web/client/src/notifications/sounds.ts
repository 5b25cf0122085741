import type { Sound } from "../preferences/alerts.ts";

let context: AudioContext | undefined;

/** Hertz, and when and how long a tone is heard, in seconds. */
type Tone = readonly [frequency: number, after: number, seconds: number];

/** What a new message can sound like. */
const messageSounds: Record<Sound, readonly Tone[]> = {
  chime: [
    [660, 0, 0.12],
    [880, 0.1, 0.18],
  ],
  drop: [
    [880, 0, 0.08],
    [587, 0.07, 0.16],
  ],
  knock: [
    [196, 0, 0.07],
    [196, 0.14, 0.07],
  ],
  bell: [
    [1047, 0, 0.5],
    [2094, 0, 0.3],
  ],
  pluck: [[440, 0, 0.22]],
};
export const playMessageSound = (sound: Sound) => playTones(...messageSounds[sound]);
/** What a call sounds like to those who are called. */
export const playRing = () =>
  playTones([587, 0, 0.3], [740, 0.2, 0.3], [880, 0.4, 0.6], [740, 1, 0.3], [880, 1.2, 0.6]);
/** What a call sounds like to the caller until somebody answers. */
export const playRingback = () => playTones([425, 0, 1]);

/** Sounds are made on the spot: a file would have to be loaded first. */
function playTones(...tones: readonly Tone[]): void {
  try {
    context ??= new AudioContext();
    const start = context.currentTime;
    for (const [frequency, after, seconds] of tones) playTone(context, frequency, start + after, seconds);
  } catch {
    // A browser may not allow sounds before the first click.
  }
}

function playTone(audio: AudioContext, frequency: number, start: number, seconds: number): void {
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.frequency.value = frequency;
  volume.gain.setValueAtTime(0.0001, start);
  volume.gain.exponentialRampToValueAtTime(0.12, start + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
  tone.connect(volume).connect(audio.destination);
  tone.start(start);
  tone.stop(start + seconds);
}
