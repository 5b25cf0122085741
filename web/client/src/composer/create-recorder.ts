import { createSignal, onCleanup } from "solid-js";
import { t } from "../i18n/i18n.ts";
import { chosenDevices } from "../preferences/preferences.ts";
import { describeMediumError } from "../voice/call-errors.ts";
import { encodeWav, peaksOf, sampleRate } from "./wav.ts";

/** How many levels are shown. */
const shownLevels = 48;
/** How often the level is measured, in milliseconds. */
const interval = 100;

type RecorderState =
  | { readonly kind: "starting" | "recording" | "converting" }
  | { readonly kind: "ready"; readonly file: File; readonly url: string }
  | { readonly kind: "failed"; readonly why: string };

/**
 * Records speech as soon as it is made, for so many seconds at most. Browsers record in formats that others cannot
 * play, so the recording becomes WAV. The microphone is free again when it stops, and whenever its owner goes away.
 */
export function createRecorder(longest: number) {
  const [state, setState] = createSignal<RecorderState>({ kind: "starting" });
  const [levels, setLevels] = createSignal<readonly number[]>([]);
  const [seconds, setSeconds] = createSignal(0);
  /** What ends with the recording. */
  const ends: (() => void)[] = [];
  let recorder: MediaRecorder | undefined;
  let isOver = false;

  const fail = (thrown: unknown) => void setState({ kind: "failed", why: describeFailure(thrown) });
  const stop = () => {
    if (recorder?.state === "recording") recorder.stop();
    for (const end of ends.splice(0)) end();
  };

  async function start(): Promise<void> {
    const deviceId = chosenDevices().audioinput;
    const stream = await navigator.mediaDevices.getUserMedia({ audio: deviceId ? { deviceId } : true });
    const release = () => stream.getTracks().forEach((track) => void track.stop());
    if (isOver) return release();
    ends.push(release);
    const measure = createMeter(stream, ends);
    const parts: Blob[] = [];
    recorder = new MediaRecorder(stream);
    recorder.ondataavailable = ({ data }) => void parts.push(data);
    // Also when the microphone is unplugged.
    recorder.onstop = () => {
      stop();
      if (!isOver) convert(new Blob(parts)).catch(fail);
    };
    recorder.start();
    setState({ kind: "recording" });
    const begun = performance.now();
    const timer = setInterval(() => {
      setSeconds((performance.now() - begun) / 1000);
      setLevels((before) => [...before.slice(1 - shownLevels), measure()]);
      if (seconds() >= longest) stop();
    }, interval);
    ends.push(() => clearInterval(timer));
  }

  async function convert(recorded: Blob): Promise<void> {
    setState({ kind: "converting" });
    const decoder = new OfflineAudioContext(1, 1, sampleRate);
    const decoded = await decoder.decodeAudioData(await recorded.arrayBuffer());
    if (isOver) return;
    const samples = decoded.getChannelData(0).subarray(0, longest * sampleRate);
    setLevels(peaksOf(samples, shownLevels));
    setSeconds(samples.length / sampleRate);
    const file = new File([encodeWav(samples)], "voice-message.wav", { type: "audio/wav" });
    setState({ kind: "ready", file, url: URL.createObjectURL(file) });
  }

  onCleanup(() => {
    isOver = true;
    stop();
    const last = state();
    if (last.kind === "ready") URL.revokeObjectURL(last.url);
  });
  start().catch((thrown) => {
    stop();
    fail(thrown);
  });
  return { state, levels, seconds, stop };
}

/** Tells how loud a stream is at the moment, from 0 to 1. */
function createMeter(stream: MediaStream, ends: (() => void)[]): () => number {
  const context = new AudioContext();
  ends.push(() => void context.close());
  const analyser = context.createAnalyser();
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  return () => {
    analyser.getFloatTimeDomainData(samples);
    return peaksOf(samples, 1)[0] ?? 0;
  };
}

function describeFailure(thrown: unknown): string {
  const name = thrown instanceof Error ? thrown.name : "";
  const texts = t().composer;
  if (isSecureContext && name === "NotAllowedError") return texts.microphoneRefused;
  if (isSecureContext && (name === "NotFoundError" || name === "OverconstrainedError"))
    return texts.microphoneMissing;
  return describeMediumError(thrown, "microphone") ?? texts.microphoneMissing;
}
