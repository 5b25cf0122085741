/** The samples of a second. Speech needs no more, and every player takes it. */
export const sampleRate = 16_000;
const headerLength = 44;
const bytesPerSample = 2;

/** How many seconds of speech fit into so many bytes. */
export function secondsIn(bytes: number): number {
  return Math.max(0, Math.floor((bytes - headerLength) / (sampleRate * bytesPerSample)));
}

/** Samples from -1 to 1 as a WAV file: one channel, 16 bits each. */
export function encodeWav(samples: Float32Array): ArrayBuffer {
  const length = samples.length * bytesPerSample;
  const view = new DataView(new ArrayBuffer(headerLength + length));
  const text = (at: number, letters: string) => {
    for (const [index, letter] of [...letters].entries()) view.setUint8(at + index, letter.charCodeAt(0));
  };
  text(0, "RIFF");
  view.setUint32(4, headerLength - 8 + length, true);
  text(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * bytesPerSample, true);
  view.setUint16(32, bytesPerSample, true);
  view.setUint16(34, 8 * bytesPerSample, true);
  text(36, "data");
  view.setUint32(40, length, true);
  for (const [index, sample] of samples.entries()) {
    const bounded = Math.max(-1, Math.min(1, sample));
    view.setInt16(headerLength + index * bytesPerSample, bounded * 0x7fff, true);
  }
  return view.buffer;
}

/** How loud each of so many equal parts is at most, from 0 to 1. */
export function peaksOf(samples: Float32Array, count: number): readonly number[] {
  const part = Math.max(1, Math.ceil(samples.length / count));
  return Array.from({ length: Math.ceil(samples.length / part) }, (_, index) =>
    samples
      .subarray(index * part, (index + 1) * part)
      .reduce((most, sample) => Math.max(most, Math.abs(sample)), 0),
  );
}
