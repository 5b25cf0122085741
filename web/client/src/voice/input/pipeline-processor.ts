import type { AudioProcessorOptions, Track, TrackProcessor } from "livekit-client";
import type { GateSettings } from "./gate.ts";
import { MicrophonePipeline } from "./microphone-pipeline.ts";

/** The pipeline as LiveKit's library uses it: for each microphone that the track of a call gets, a new one. */
export class PipelineProcessor implements TrackProcessor<Track.Kind.Audio, AudioProcessorOptions> {
  readonly name = "microphone-pipeline";
  readonly removesNoise: boolean;
  processedTrack?: MediaStreamTrack;
  #gate: GateSettings;
  #pipeline: MicrophonePipeline | undefined;

  constructor(removesNoise: boolean, gate: GateSettings) {
    this.removesNoise = removesNoise;
    this.#gate = gate;
  }

  async init({ track }: AudioProcessorOptions): Promise<void> {
    const { removesNoise } = this;
    this.#pipeline = await MicrophonePipeline.open(track, { removesNoise, gate: this.#gate });
    // It may have changed while the pipeline was opened.
    this.#pipeline.setGate(this.#gate);
    this.processedTrack = this.#pipeline.output;
  }

  async restart(options: AudioProcessorOptions): Promise<void> {
    await this.destroy();
    await this.init(options);
  }

  async destroy(): Promise<void> {
    await this.#pipeline?.close();
    this.#pipeline = undefined;
  }

  setGate(gate: GateSettings): void {
    this.#gate = gate;
    this.#pipeline?.setGate(gate);
  }
}
