import { notify } from "@ui/toasts.tsx";
import { t } from "../../i18n/i18n.ts";
import { setVoiceInput, voiceInput } from "../../preferences/preferences.ts";
import type { GateSettings } from "./gate.ts";
import gateUrl from "./gate-worklet.ts?worker&url";

interface PipelineOptions {
  /** By RNNoise. */
  readonly removesNoise: boolean;
  readonly gate: GateSettings;
  /** Learns how loud it is at the gate, in decibels of full scale. */
  readonly onLevel?: ((level: number) => void) | undefined;
}

/** What happens to the sound of a microphone before anybody hears it: noise is removed, and the gate lets it pass or not. */
export class MicrophonePipeline {
  readonly output: MediaStreamTrack;
  readonly #context: AudioContext;
  readonly #gate: AudioWorkletNode;

  static async open(microphone: MediaStreamTrack, options: PipelineOptions): Promise<MicrophonePipeline> {
    // RNNoise knows this rate only.
    const context = new AudioContext({ sampleRate: 48_000, latencyHint: "interactive" });
    try {
      await context.audioWorklet.addModule(gateUrl);
      const source = context.createMediaStreamSource(new MediaStream([microphone]));
      const filter = options.removesNoise ? await openNoiseFilter(context) : undefined;
      const pipeline = new MicrophonePipeline(context, options);
      (filter ? source.connect(filter) : source).connect(pipeline.#gate);
      await context.resume();
      return pipeline;
    } catch (thrown) {
      await context.close();
      throw thrown;
    }
  }

  private constructor(context: AudioContext, { gate, onLevel }: PipelineOptions) {
    this.#context = context;
    this.#gate = new AudioWorkletNode(context, "gate", {
      channelCount: 1,
      channelCountMode: "explicit",
      outputChannelCount: [1],
      processorOptions: gate,
    });
    this.#gate.port.onmessage = ({ data }: MessageEvent<number>) => onLevel?.(data);
    const destination = context.createMediaStreamDestination();
    this.#gate.connect(destination);
    const [output] = destination.stream.getAudioTracks();
    if (!output) throw new Error("the browser made a stream without sound");
    this.output = output;
  }

  setGate(settings: GateSettings): void {
    this.#gate.port.postMessage(settings);
  }

  async close(): Promise<void> {
    this.output.stop();
    await this.#context.close();
  }
}

/** Loaded by those who use it. Without it the user is heard all the same. */
async function openNoiseFilter(context: AudioContext): Promise<AudioNode | undefined> {
  try {
    const { createNoiseFilter } = await import("./noise-filter.ts");
    return await createNoiseFilter(context);
  } catch {
    notify(t().voiceSettings.noiseFailed, { isError: true });
    setVoiceInput({ ...voiceInput(), noise: "browser" });
    return undefined;
  }
}
