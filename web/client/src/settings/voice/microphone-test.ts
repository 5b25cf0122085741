import { createEffect, createSignal, on, onCleanup } from "solid-js";
import { chosenDevices, voiceInput } from "../../preferences/preferences.ts";
import { preferredDevice } from "../../voice/devices.ts";
import { captureOptions, gateOf } from "../../voice/input/input-rules.ts";
import type { MicrophonePipeline } from "../../voice/input/microphone-pipeline.ts";

/** Opens the microphone outside of a call, as calls do, to show how loud it is and to play it back. */
export function createMicrophoneTest(onError: (thrown: unknown) => void) {
  const [level, setLevel] = createSignal<number>();
  const [isRunning, setRunning] = createSignal(false);
  const [isHeard, setHeard] = createSignal(false);
  let microphone: MediaStream | undefined;
  let pipeline: MicrophonePipeline | undefined;
  let player: HTMLAudioElement | undefined;
  /** Counts the attempts: whatever an older one opens late is closed. */
  let attempt = 0;
  // No key is held here: whoever tests hears what the others hear while it is.
  const gate = () => gateOf(voiceInput(), voiceInput().mode === "push-to-talk");

  function close(): void {
    attempt++;
    player?.pause();
    player = undefined;
    void pipeline?.close();
    pipeline = undefined;
    for (const track of microphone?.getTracks() ?? []) track.stop();
    microphone = undefined;
    setLevel(undefined);
  }

  async function open(): Promise<void> {
    close();
    const mine = attempt;
    const { MicrophonePipeline } = await import("../../voice/input/microphone-pipeline.ts");
    const audio = { ...captureOptions(voiceInput()), ...preferredDevice(chosenDevices().audioinput) };
    const stream = await navigator.mediaDevices.getUserMedia({ audio });
    const [track] = stream.getAudioTracks();
    const options = {
      removesNoise: voiceInput().noise === "rnnoise",
      gate: gate(),
      onLevel: (next: number) => mine === attempt && setLevel(next),
    };
    const opened = track && (await MicrophonePipeline.open(track, options));
    if (mine !== attempt) {
      void opened?.close();
      for (const each of stream.getTracks()) each.stop();
      return;
    }
    [microphone, pipeline] = [stream, opened];
    await play();
  }

  /** Plays what the others would hear, or stops that. */
  async function play(): Promise<void> {
    player?.pause();
    player = undefined;
    if (!isHeard() || !pipeline) return;
    player = new Audio();
    player.srcObject = new MediaStream([pipeline.output]);
    const { audiooutput } = chosenDevices();
    if (audiooutput && "setSinkId" in player) await player.setSinkId(audiooutput).catch(() => {});
    await player.play();
  }

  const attemptTo = (action: () => Promise<void>) =>
    action().catch((thrown: unknown) => {
      stop();
      onError(thrown);
    });
  function stop(): void {
    close();
    setRunning(false);
  }

  createEffect(on(gate, (settings) => pipeline?.setGate(settings), { defer: true }));
  const opened = () => [
    JSON.stringify(captureOptions(voiceInput())),
    voiceInput().noise,
    chosenDevices().audioinput,
  ];
  createEffect(
    on(
      () => opened().join(),
      () => isRunning() && void attemptTo(open),
      { defer: true },
    ),
  );
  createEffect(on([isHeard, () => chosenDevices().audiooutput], () => void attemptTo(play), { defer: true }));
  onCleanup(close);

  return {
    level,
    isRunning,
    isHeard,
    setHeard,
    start() {
      setRunning(true);
      void attemptTo(open);
    },
    stop,
  };
}
