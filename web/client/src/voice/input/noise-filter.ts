import { loadRnnoise, RnnoiseWorkletNode } from "@sapphi-red/web-noise-suppressor";
import url from "@sapphi-red/web-noise-suppressor/rnnoise.wasm?url";
import simdUrl from "@sapphi-red/web-noise-suppressor/rnnoise_simd.wasm?url";
import workletUrl from "@sapphi-red/web-noise-suppressor/rnnoiseWorklet.js?url";

/** A node that leaves voices and removes the rest, by RNNoise. */
export async function createNoiseFilter(context: AudioContext): Promise<AudioNode> {
  const [wasmBinary] = await Promise.all([
    loadRnnoise({ url, simdUrl }),
    context.audioWorklet.addModule(workletUrl),
  ]);
  return new RnnoiseWorkletNode(context, { maxChannels: 1, wasmBinary });
}
