/** The platform's microphone, and what records and decodes its sound; none of which there is without a browser. */
export class FakeMicrophone {
  /** What asking for it ends with, if it is refused. */
  error: string | undefined;
  readonly tracks: { readyState: "live" | "ended"; stop(): void }[] = [];

  get isOpen(): boolean {
    return this.tracks.some(({ readyState }) => readyState === "live");
  }

  async #open() {
    if (this.error) throw new DOMException("no", this.error);
    const track = {
      readyState: "live" as "live" | "ended",
      stop() {
        track.readyState = "ended";
      },
    };
    this.tracks.push(track);
    return { getTracks: () => [track] };
  }

  /** Gives a microphone to the pages of a test; returns what takes it away. */
  static install(): FakeMicrophone & Disposable {
    const microphone = new FakeMicrophone();
    const own = { MediaRecorder: FakeRecorder, AudioContext: FakeContext, OfflineAudioContext: FakeContext };
    Object.assign(globalThis, own);
    Object.defineProperty(navigator, "mediaDevices", {
      configurable: true,
      value: {
        getUserMedia: () => microphone.#open(),
        enumerateDevices: async () => [],
        addEventListener() {},
        removeEventListener() {},
      },
    });
    Object.defineProperty(globalThis, "isSecureContext", { configurable: true, value: true });
    return Object.assign(microphone, {
      [Symbol.dispose]() {
        for (const name of Object.keys(own)) Reflect.deleteProperty(globalThis, name);
        Reflect.deleteProperty(navigator, "mediaDevices");
      },
    });
  }
}

class FakeRecorder {
  state = "inactive";
  ondataavailable: ((event: { data: Blob }) => void) | undefined;
  onstop: (() => void) | undefined;

  start(): void {
    this.state = "recording";
  }

  stop(): void {
    this.state = "inactive";
    queueMicrotask(() => {
      this.ondataavailable?.({ data: new Blob(["sound"]) });
      this.onstop?.();
    });
  }
}

export class FakeContext {
  /** The frequencies that were played in any context: the client keeps its context from page to page. */
  static readonly played: number[] = [];
  readonly currentTime = 0;

  createOscillator() {
    const frequency = {
      set value(hertz: number) {
        FakeContext.played.push(hertz);
      },
    };
    return { frequency, connect: (next: unknown) => next, start() {}, stop() {} };
  }
  createGain() {
    const gain = { setValueAtTime() {}, exponentialRampToValueAtTime() {} };
    return { gain, connect() {} };
  }
  createAnalyser() {
    return { fftSize: 32, getFloatTimeDomainData: (samples: Float32Array) => samples.fill(0.5) };
  }
  createMediaStreamSource() {
    return { connect() {} };
  }
  async decodeAudioData() {
    return { getChannelData: () => new Float32Array(16_000).fill(0.25) };
  }
  async close() {}
}
