import { Gate, type GateSettings } from "./gate.ts";

// What an audio worklet has, and pages do not.
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(
  name: string,
  processor: new (options: AudioWorkletNodeOptions) => AudioWorkletProcessor,
): void;
declare const sampleRate: number;

/** How many times in a second the page learns how loud it is. */
const reports = 20;

class GateProcessor extends AudioWorkletProcessor {
  readonly #gate: Gate;
  #unreported = 0;

  constructor({ processorOptions }: AudioWorkletNodeOptions) {
    super();
    this.#gate = new Gate(sampleRate, processorOptions);
    this.port.onmessage = ({ data }: MessageEvent<GateSettings>) => {
      this.#gate.settings = data;
    };
  }

  process([input]: Float32Array[][], [output]: Float32Array[][]): boolean {
    const [heard, sent] = [input?.[0], output?.[0]];
    if (!heard || !sent) return true;
    this.#gate.process(heard, sent);
    this.#unreported += heard.length;
    if (this.#unreported >= sampleRate / reports) {
      this.#unreported = 0;
      this.port.postMessage(this.#gate.level);
    }
    return true;
  }
}

registerProcessor("gate", GateProcessor);
