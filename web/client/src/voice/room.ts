import {
  ConnectionState,
  DisconnectReason,
  type LocalTrack,
  type RemoteTrack,
  Room,
  RoomEvent,
  Track,
} from "livekit-client";
import type { VoiceInput } from "../preferences/voice-input.ts";
import type { CallGrants, CallPerson } from "./call-person.ts";
import { browsersChoice, type ChosenDevices, type DeviceKind } from "./devices.ts";
import type { GateSettings } from "./input/gate.ts";
import { cameraEncoding, cameraRate, shrinkTo, stereo, unprocessed } from "./room-encoding.ts";
import { type MicrophoneState, RoomMicrophone } from "./room-microphone.ts";
import { RoomSound } from "./room-sound.ts";
import { readGrants, readPeople } from "./room-view.ts";
import { detailRate } from "./screen-quality.ts";
import type { TrackStats } from "./stats/call-figures.ts";
import { largestWithin, type VideoBounds } from "./voice-limits.ts";
import type { SoundSource } from "./volumes.ts";

/** Why a call is over for the user. */
export type EndReason = "left" | "removed" | "elsewhere" | "ended" | "lost";

export interface RoomView {
  readonly isConnected: boolean;
  readonly people: readonly CallPerson[];
  readonly grants: CallGrants;
}

interface RoomOptions {
  readonly devices: ChosenDevices;
  readonly input: VoiceInput;
  readonly gate: GateSettings;
  /** The devices that are there. */
  readonly present: ReadonlySet<string>;
  /** What the server allows cameras to send. */
  readonly camera: VideoBounds;
  /** How loud somebody is, in percent. */
  readonly volumeOf: (userId: string, source: SoundSource) => number;
  readonly onChange: (view: RoomView) => void;
  readonly onEnd: (reason: EndReason) => void;
}

/** What the view of a room is made of. */
const changes = [
  RoomEvent.ConnectionStateChanged,
  RoomEvent.ParticipantConnected,
  RoomEvent.ParticipantDisconnected,
  RoomEvent.TrackSubscribed,
  RoomEvent.TrackUnsubscribed,
  RoomEvent.TrackPublished,
  RoomEvent.TrackUnpublished,
  RoomEvent.TrackMuted,
  RoomEvent.TrackUnmuted,
  RoomEvent.LocalTrackPublished,
  RoomEvent.LocalTrackUnpublished,
  RoomEvent.ActiveSpeakersChanged,
  RoomEvent.ParticipantPermissionsChanged,
  RoomEvent.ConnectionQualityChanged,
] as const;

/** The room of a call on its voice node. This module brings LiveKit's library, and is loaded with the first call. */
export class CallRoom {
  readonly #room: Room;
  readonly #options: RoomOptions;
  readonly #sound: RoomSound;
  readonly #microphone: RoomMicrophone;

  constructor(options: RoomOptions) {
    this.#options = options;
    const { audioinput, audiooutput, videoinput } = options.devices;
    // Browsers may choose another device where one is only preferred.
    const choose = (id: string) => ({ deviceId: options.present.has(id) ? { exact: id } : { ideal: id } });
    const videoEncoding = cameraEncoding(options.camera);
    this.#room = new Room({
      adaptiveStream: true,
      dynacast: true,
      audioCaptureDefaults: audioinput ? choose(audioinput) : undefined,
      videoCaptureDefaults: {
        resolution: { ...largestWithin(options.camera.area), frameRate: cameraRate(options.camera) },
        ...(videoinput && choose(videoinput)),
      },
      publishDefaults: videoEncoding ? { videoEncoding } : {},
      audioOutput: audiooutput ? { deviceId: audiooutput } : undefined,
    });
    this.#sound = new RoomSound(this.#room, options.volumeOf, audiooutput);
    this.#microphone = new RoomMicrophone(this.#room, options.input, options.gate);
    for (const event of changes) this.#room.on(event, () => this.#report());
    this.#room.on(RoomEvent.Disconnected, (reason) =>
      options.onEnd(endReasons[reason ?? DisconnectReason.UNKNOWN_REASON] ?? "lost"),
    );
  }

  async connect(url: string, token: string): Promise<void> {
    await this.#room.connect(url, token);
  }

  async close(): Promise<void> {
    await this.#room.disconnect();
    await this.#sound.close();
    await this.#microphone.close();
  }

  async setMicrophone(state: MicrophoneState): Promise<void> {
    await this.#microphone.set(state);
  }

  async setInput(input: VoiceInput): Promise<void> {
    await this.#microphone.setInput(input);
  }

  setGate(gate: GateSettings): void {
    this.#microphone.setGate(gate);
  }

  async setCamera(isOn: boolean): Promise<void> {
    const { localParticipant } = this.#room;
    const track = localParticipant.getTrackPublication(Track.Source.Camera)?.track;
    // The library would only mute the video. Other clients would show the empty one, and the server learns of the end
    // of a video at once, but of a muted one only when it next asks the voice node.
    if (!isOn && track) await localParticipant.unpublishTrack(track);
    else await localParticipant.setCameraEnabled(isOn);
  }

  /** Begins to share a screen in this quality, or ends it. */
  async setScreen(quality: VideoBounds | undefined): Promise<void> {
    const { localParticipant } = this.#room;
    if (!quality) {
      await localParticipant.setScreenShareEnabled(false);
      return;
    }
    const tracks = await localParticipant.createScreenTracks({
      audio: unprocessed,
      resolution: { ...largestWithin(quality.area), frameRate: quality.frameRate },
      contentHint: quality.frameRate > detailRate ? "motion" : "detail",
    });
    for (const track of tracks) {
      if (track.kind === Track.Kind.Video) {
        await shrinkTo(quality.area, track.mediaStreamTrack);
        const { bitRate: maxBitrate, frameRate: maxFramerate } = quality;
        await localParticipant.publishTrack(track, { screenShareEncoding: { maxBitrate, maxFramerate } });
      } else await localParticipant.publishTrack(track, stereo);
    }
  }

  setDeafened(isDeafened: boolean): void {
    this.#sound.setDeafened(isDeafened);
  }

  applyVolume(userId: string): void {
    this.#sound.applyVolume(userId);
  }

  async switchDevice(kind: DeviceKind, id: string): Promise<void> {
    // The browser's own choice has no id in every browser.
    await this.#room.switchActiveDevice(kind, id, id !== browsersChoice);
    if (kind === "audiooutput") await this.#sound.setSpeaker(id);
  }

  /** What the browser knows of the tracks of a person, or of the screen that they share. */
  async readStats(userId: string, shows: "person" | "screen"): Promise<TrackStats[]> {
    const { localParticipant, remoteParticipants } = this.#room;
    const isOwn = localParticipant.identity === userId;
    const participant = isOwn ? localParticipant : remoteParticipants.get(userId);
    const { Camera, Microphone, ScreenShare, ScreenShareAudio } = Track.Source;
    const sources = shows === "person" ? [Microphone, Camera] : [ScreenShare, ScreenShareAudio];
    const tracks = sources.flatMap((source) => participant?.getTrackPublication(source)?.track ?? []);
    return await Promise.all(
      tracks.map(async (track) => ({
        id: track.sid ?? track.source,
        isSound: track.kind === Track.Kind.Audio,
        stats: [...((await (track as LocalTrack | RemoteTrack).getRTCStatsReport()) ?? new Map()).values()],
      })),
    );
  }

  #report(): void {
    const room = this.#room;
    this.#options.onChange({
      isConnected: room.state === ConnectionState.Connected,
      people: readPeople(room),
      grants: readGrants(room.localParticipant),
    });
  }
}

const endReasons: Partial<Record<DisconnectReason, EndReason>> = {
  [DisconnectReason.CLIENT_INITIATED]: "left",
  [DisconnectReason.PARTICIPANT_REMOVED]: "removed",
  [DisconnectReason.DUPLICATE_IDENTITY]: "elsewhere",
  [DisconnectReason.ROOM_DELETED]: "ended",
  [DisconnectReason.ROOM_CLOSED]: "ended",
};
