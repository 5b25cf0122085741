import { LocalAudioTrack, type Participant, type Room, Track } from "livekit-client";

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

  constructor(room: Room) {
    this.#room = room;
  }

  set(state: MicrophoneState): Promise<void> {
    const change = this.#changes.then(() => (state === "deafened" ? this.#deafen() : this.#use(state)));
    this.#changes = change.catch(() => {});
    return change;
  }

  async close(): Promise<void> {
    await this.#silence?.close();
    this.#silence = undefined;
  }

  async #use(state: "on" | "off"): Promise<void> {
    const { localParticipant } = this.#room;
    if (isMarkedDeafened(localParticipant)) await this.#unpublish();
    await this.close();
    await localParticipant.setMicrophoneEnabled(state === "on");
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
    const { localParticipant } = this.#room;
    const track = localParticipant.getTrackPublication(Track.Source.Microphone)?.track;
    if (track) await localParticipant.unpublishTrack(track);
  }
}
