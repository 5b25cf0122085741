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

/** What happens in a call, as those in it hear it. */
const callSounds = {
  joined: [
    [523, 0, 0.1],
    [784, 0.09, 0.16],
  ],
  left: [
    [784, 0, 0.1],
    [523, 0.09, 0.16],
  ],
  muted: [[330, 0, 0.1]],
  unmuted: [[494, 0, 0.1]],
  moved: [
    [523, 0, 0.08],
    [659, 0.08, 0.08],
    [784, 0.16, 0.16],
  ],
} as const satisfies Record<string, readonly Tone[]>;
export type CallSound = keyof typeof callSounds;

let callContext: AudioContext | undefined;
/** Plays it where the call is heard: at the chosen speaker, in browsers that can. */
export async function playCallSound(sound: CallSound, speaker: string | undefined): Promise<void> {
  try {
    callContext ??= new AudioContext();
    if ("setSinkId" in callContext) {
      // A speaker that is gone is replaced by the usual one.
      const move = callContext.setSinkId as (id: string) => Promise<void>;
      await move.call(callContext, speaker ?? "").catch(() => {});
    }
    playTonesIn(callContext, callSounds[sound]);
  } catch {
    // A browser may not allow sounds before the first click.
  }
}
export const playSpeakerTest = (speaker: string | undefined) => playCallSound("moved", speaker);

/** Sounds are made on the spot: a file would have to be loaded first. */
function playTones(...tones: readonly Tone[]): void {
  try {
    context ??= new AudioContext();
    playTonesIn(context, tones);
  } catch {
    // A browser may not allow sounds before the first click.
  }
}

function playTonesIn(audio: AudioContext, tones: readonly Tone[]): void {
  const start = audio.currentTime;
  for (const [frequency, after, seconds] of tones) playTone(audio, frequency, start + after, seconds);
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
