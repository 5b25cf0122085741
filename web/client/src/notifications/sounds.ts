let context: AudioContext | undefined;

/** Two short tones, made on the spot: a file would have to be loaded first. */
export function playMessageSound(): void {
  try {
    context ??= new AudioContext();
    const start = context.currentTime;
    playTone(context, 660, start, 0.12);
    playTone(context, 880, start + 0.1, 0.18);
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
