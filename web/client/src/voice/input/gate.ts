/** Whether the others hear the microphone; `activity` decides by how loud it is. */
export interface GateSettings {
  readonly state: "open" | "closed" | "activity";
  /** In decibels of full scale. */
  readonly threshold: number;
  /** In milliseconds. */
  readonly releaseDelay: number;
}

/** How fast the gate opens and closes, in seconds: at once would be heard as a click. */
const [openingTime, closingTime] = [0.005, 0.03];
/** Over how long the level is averaged, in seconds. */
const levelTime = 0.02;

/** Lets sound pass or not. It knows samples only, so that it runs in an audio worklet as well as in a test. */
export class Gate {
  readonly #sampleRate: number;
  #settings: GateSettings;
  /** The mean of the squared samples. */
  #power = 0;
  /** How long it has been too quiet, in seconds. */
  #quietFor = Number.POSITIVE_INFINITY;
  #gain = 0;

  constructor(sampleRate: number, settings: GateSettings) {
    this.#sampleRate = sampleRate;
    this.#settings = settings;
  }

  set settings(settings: GateSettings) {
    this.#settings = settings;
  }

  /** How loud it was, in decibels of full scale. */
  get level(): number {
    return 10 * Math.log10(this.#power);
  }

  /** Writes what passes of a block of samples into `output`. */
  process(input: Float32Array, output: Float32Array): void {
    this.#measure(input);
    const isOpen = this.#decide(input.length);
    const step = 1 / (this.#sampleRate * (isOpen ? openingTime : closingTime));
    for (let at = 0; at < input.length; at++) {
      this.#gain = isOpen ? Math.min(1, this.#gain + step) : Math.max(0, this.#gain - step);
      output[at] = (input[at] ?? 0) * this.#gain;
    }
  }

  #measure(samples: Float32Array): void {
    let sum = 0;
    for (const sample of samples) sum += sample * sample;
    const share = Math.min(1, samples.length / (this.#sampleRate * levelTime));
    this.#power += share * (sum / samples.length - this.#power);
  }

  #decide(length: number): boolean {
    const { state, threshold, releaseDelay } = this.#settings;
    this.#quietFor = this.level >= threshold ? 0 : this.#quietFor + length / this.#sampleRate;
    if (state !== "activity") return state === "open";
    return this.#quietFor * 1000 <= releaseDelay;
  }
}
