import type * as Client from "@livekit/rtc-node";
import { type CandidateStats, readPaths } from "./doctor-paths.ts";

/** Two participants for a room that exists for this test alone. */
export interface TrialCall {
  readonly url: string;
  readonly sender: string;
  readonly receiver: string;
}

export type CallReport =
  | { readonly kind: "no library" }
  | { readonly kind: "failed"; readonly why: string }
  | { readonly kind: "silent" }
  | {
      readonly kind: "heard";
      readonly protocol: string;
      readonly address: string;
      /** Addresses that LiveKit announced, and that did not answer. */
      readonly unreachable: readonly string[];
    };

const sampleRate = 48_000;
const frameSamples = 480;
const amplitude = 8_000;
const audible = 1_000;
const connectMs = 15_000;
const hearMs = 10_000;
const pathMs = 5_000;
const pauseMs = 250;

process.on("message", async (call: TrialCall) => {
  const client = await import("@livekit/rtc-node").catch(() => undefined);
  process.send?.(client ? await callAndListen(client, call) : ({ kind: "no library" } satisfies CallReport));
});

async function callAndListen(client: typeof Client, call: TrialCall): Promise<CallReport> {
  const { Room, RoomEvent, AudioStream } = client;
  const [sender, receiver] = [new Room(), new Room()];
  let loudness = 0;
  receiver.on(RoomEvent.TrackSubscribed, async (track) => {
    for await (const { data } of new AudioStream(track)) loudness = Math.max(loudness, ...data);
  });
  try {
    const options = { autoSubscribe: true, dynacast: false };
    const joined = Promise.all([
      receiver.connect(call.url, call.receiver, options),
      sender.connect(call.url, call.sender, options),
    ]);
    await Promise.race([joined, rejectAfter(connectMs)]);
    await sendTone(client, sender);
  } catch (error) {
    return { kind: "failed", why: error instanceof Error ? error.message : String(error) };
  }
  if (!(await within(hearMs, async () => loudness > audible))) return { kind: "silent" };
  const paths = async () => readPaths((await sender.getRtcStats()).publisherStats as CandidateStats[]);
  await within(pathMs, async () => (await paths()).unreachable.length === 0);
  return { kind: "heard", ...(await paths()) };
}

/** Sends a tone until the process ends. */
async function sendTone(client: typeof Client, room: Client.Room): Promise<void> {
  const { AudioFrame, AudioSource, LocalAudioTrack, TrackPublishOptions, TrackSource } = client;
  const source = new AudioSource(sampleRate, 1);
  const options = new TrackPublishOptions();
  options.source = TrackSource.SOURCE_MICROPHONE;
  await room.localParticipant?.publishTrack(LocalAudioTrack.createAudioTrack("tone", source), options);
  void (async () => {
    for (let at = 0; ; at += frameSamples) {
      const samples = Int16Array.from({ length: frameSamples }, (_, index) =>
        Math.round(amplitude * Math.sin(((at + index) * 2 * Math.PI * 440) / sampleRate)),
      );
      await source.captureFrame(new AudioFrame(samples, sampleRate, 1, frameSamples));
    }
  })();
}

async function rejectAfter(ms: number): Promise<never> {
  await Bun.sleep(ms);
  throw new Error(`no connection within ${ms / 1_000} seconds`);
}

/** Whether the condition holds within the time. */
async function within(ms: number, holds: () => Promise<boolean>): Promise<boolean> {
  for (const deadline = performance.now() + ms; performance.now() < deadline; await Bun.sleep(pauseMs))
    if (await holds()) return true;
  return false;
}
