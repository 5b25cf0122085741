import { type RemoteAudioTrack, type RemoteParticipant, type Room, RoomEvent, Track } from "livekit-client";
import type { SoundSource } from "./volumes.ts";

/** Plays the participants of a room, each as loud as the user wants. */
export class RoomSound {
  readonly #room: Room;
  readonly #volumeOf: (userId: string, source: SoundSource) => number;
  #speaker: string | undefined;
  /** Plays those who are louder than an element can make them. */
  #amplifier: AudioContext | undefined;
  #isDeafened = false;

  constructor(
    room: Room,
    volumeOf: (userId: string, source: SoundSource) => number,
    speaker: string | undefined,
  ) {
    this.#room = room;
    this.#volumeOf = volumeOf;
    this.#speaker = speaker;
    room.on(RoomEvent.TrackSubscribed, (track, _publication, participant) => {
      if (track.kind !== Track.Kind.Audio) return;
      track.attach();
      this.applyVolume(participant.identity);
      this.#applyDeafening();
    });
    room.on(RoomEvent.TrackUnsubscribed, (track) => void track.detach());
  }

  applyVolume(userId: string): void {
    const participant = this.#room.remoteParticipants.get(userId);
    if (!participant) return;
    for (const track of audioTracks(participant)) {
      const source = track.source === Track.Source.ScreenShareAudio ? "screen" : "voice";
      const volume = this.#volumeOf(userId, source) / 100;
      track.setAudioContext(volume > 1 ? this.#openAmplifier() : undefined);
      track.setVolume(volume);
    }
  }

  setDeafened(isDeafened: boolean): void {
    this.#isDeafened = isDeafened;
    this.#applyDeafening();
  }

  /** For the amplifier; the room sends the rest there itself. */
  async setSpeaker(id: string): Promise<void> {
    this.#speaker = id;
    await this.#sendAmplified();
  }

  async close(): Promise<void> {
    await this.#amplifier?.close();
  }

  #openAmplifier(): AudioContext {
    if (!this.#amplifier) {
      this.#amplifier = new AudioContext();
      void this.#sendAmplified();
    }
    return this.#amplifier;
  }

  /** In browsers that can. */
  async #sendAmplified(): Promise<void> {
    const amplifier = this.#amplifier;
    if (!amplifier || this.#speaker === undefined || !("setSinkId" in amplifier)) return;
    try {
      await (amplifier.setSinkId as (id: string) => Promise<void>).call(amplifier, this.#speaker);
    } catch {
      // The speaker is gone: the usual one continues.
    }
  }

  /** The voice node sends no sound to those who do not want to hear it. */
  #applyDeafening(): void {
    for (const { audioTrackPublications } of this.#room.remoteParticipants.values()) {
      for (const publication of audioTrackPublications.values()) publication.setEnabled(!this.#isDeafened);
    }
  }
}

function audioTracks({ audioTrackPublications }: RemoteParticipant): RemoteAudioTrack[] {
  return [...audioTrackPublications.values()].flatMap(({ track }) =>
    track ? [track as RemoteAudioTrack] : [],
  );
}
