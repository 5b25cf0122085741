import { LocalAudioTrack, type Participant, type Room, Track } from "livekit-client";
import type { VoiceInput } from "../preferences/voice-input.ts";
import type { GateSettings } from "./input/gate.ts";
import { captureOptions, needsPipeline } from "./input/input-rules.ts";
import { PipelineProcessor } from "./input/pipeline-processor.ts";

/** What the others get of the user's voice. */
export type MicrophoneState = "on" | "off" | "deafened";

const mark = "deafened";

/** Whether somebody has chosen to hear nobody. */
export function isMarkedDeafened({ audioTrackPublications }: Participant): boolean {
  return [...audioTrackPublications.values()].some(({ trackName }) => trackName === mark);
}

/**
 * The user's voice in a room, or the mark that they hear nobody. A call has no place for that, and participants may write
 * nothing about themselves but the names of their tracks: a silent microphone under a name of its own stands for it.
 */
export class RoomMicrophone {
  readonly #room: Room;
  /** Changes wait for each other: the library takes the mark for a microphone that could be unmuted. */
  #changes: Promise<void> = Promise.resolve();
  #silence: AudioContext | undefined;
  #input: VoiceInput;
  #gate: GateSettings;
  #processor: PipelineProcessor | undefined;

  constructor(room: Room, input: VoiceInput, gate: GateSettings) {
    this.#room = room;
    this.#input = input;
    this.#gate = gate;
  }

  set(state: MicrophoneState): Promise<void> {
    return this.#enqueue(() => (state === "deafened" ? this.#deafen() : this.#use(state)));
  }

  setGate(gate: GateSettings): void {
    this.#gate = gate;
    this.#processor?.setGate(gate);
  }

  /** Applies other settings to the microphone that is in use. */
  setInput(input: VoiceInput): Promise<void> {
    return this.#enqueue(async () => {
      const before = captureOptions(this.#input);
      this.#input = input;
      const track = this.#track();
      if (!track || isMarkedDeafened(this.#room.localParticipant)) return;
      const wanted = captureOptions(input);
      const { audioCaptureDefaults } = this.#room.options;
      if (JSON.stringify(before) !== JSON.stringify(wanted))
        await track.restartTrack({ ...audioCaptureDefaults, ...wanted });
      await this.#process(track);
    });
  }

  async close(): Promise<void> {
    await this.#processor?.destroy();
    await this.#endSilence();
  }

  #enqueue(task: () => Promise<void>): Promise<void> {
    const change = this.#changes.then(task);
    this.#changes = change.catch(() => {});
    return change;
  }

  #track(): LocalAudioTrack | undefined {
    const track = this.#room.localParticipant.getTrackPublication(Track.Source.Microphone)?.track;
    return track instanceof LocalAudioTrack ? track : undefined;
  }

  async #endSilence(): Promise<void> {
    await this.#silence?.close();
    this.#silence = undefined;
  }

  async #use(state: "on" | "off"): Promise<void> {
    const { localParticipant } = this.#room;
    if (isMarkedDeafened(localParticipant)) await this.#unpublish();
    await this.#endSilence();
    if (state === "on" && !this.#track() && needsPipeline(this.#input)) await this.#publish();
    else await localParticipant.setMicrophoneEnabled(state === "on", captureOptions(this.#input));
  }

  /** Nobody may hear a microphone before its gate is there. */
  async #publish(): Promise<void> {
    const { localParticipant } = this.#room;
    const [track] = await localParticipant.createTracks({ audio: captureOptions(this.#input) });
    if (!(track instanceof LocalAudioTrack)) return;
    try {
      await this.#process(track);
      await localParticipant.publishTrack(track);
    } catch (thrown) {
      track.stop();
      throw thrown;
    }
  }

  /** Gives a track the pipeline that the settings want, or none. */
  async #process(track: LocalAudioTrack): Promise<void> {
    const current = track.getProcessor() === this.#processor ? this.#processor : undefined;
    if (!needsPipeline(this.#input)) {
      this.#processor = undefined;
      if (current) await track.stopProcessor();
      return;
    }
    const removesNoise = this.#input.noise === "rnnoise";
    if (current?.removesNoise === removesNoise) return;
    const next = new PipelineProcessor(removesNoise, this.#gate);
    this.#processor = next;
    await track.setProcessor(next);
  }

  async #deafen(): Promise<void> {
    const { localParticipant } = this.#room;
    if (isMarkedDeafened(localParticipant)) return;
    await this.#unpublish();
    this.#silence ??= new AudioContext();
    const [silence] = this.#silence.createMediaStreamDestination().stream.getAudioTracks();
    if (!silence) return;
    const track = new LocalAudioTrack(silence, undefined, true);
    await track.mute();
    await localParticipant.publishTrack(track, { name: mark, source: Track.Source.Microphone });
  }

  async #unpublish(): Promise<void> {
    const track = this.#track();
    if (track) await this.#room.localParticipant.unpublishTrack(track);
  }
}
