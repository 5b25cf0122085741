import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { encodeWav, sampleRate } from "../../../web/client/src/composer/wav.ts";

const cache = join(import.meta.dir, "../../../node_modules/.cache/microphone");
const seconds = 2;

/**
 * The file that the microphone of a browser plays: a tone that is loud for a second, and less loud for another one, as
 * LiveKit announces changes of loudness only. The browser's own beeps are too short: LiveKit may never count them.
 */
export function microphoneSound(): string {
  mkdirSync(cache, { recursive: true });
  const file = join(cache, "tone.wav");
  const temporary = `${file}-${process.pid}`;
  writeFileSync(temporary, new Uint8Array(encodeWav(tone())));
  renameSync(temporary, file);
  return file;
}

function tone(): Float32Array {
  return Float32Array.from({ length: seconds * sampleRate }, (_, at) => {
    const loudness = at < sampleRate ? 0.5 : 0.1;
    return loudness * Math.sin((2 * Math.PI * 440 * at) / sampleRate);
  });
}
