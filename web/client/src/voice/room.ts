import { ConnectionState, DisconnectReason, Room, RoomEvent, Track } from "livekit-client";
import { browsersChoice, type ChosenDevices, type DeviceKind } from "./devices.ts";
import { type MicrophoneState, RoomMicrophone } from "./room-microphone.ts";
import { RoomSound } from "./room-sound.ts";
import { type CallGrants, type CallPerson, readGrants, readPeople } from "./room-view.ts";
import { fitInto, largestWithin } from "./voice-limits.ts";

/** Why a call is over for the user. */
export type EndReason = "left" | "removed" | "elsewhere" | "ended" | "lost";

export interface RoomView {
  readonly isConnected: boolean;
  readonly people: readonly CallPerson[];
  readonly grants: CallGrants;
}

interface RoomOptions {
  readonly devices: ChosenDevices;
  /** The devices that are there. */
  readonly present: ReadonlySet<string>;
  /** Of the video, in pixels. */
  readonly videoArea: number;
  /** How loud a person is, in percent. */
  readonly volumeOf: (userId: string) => number;
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
    this.#room = new Room({
      adaptiveStream: true,
      dynacast: true,
      audioCaptureDefaults: audioinput ? choose(audioinput) : undefined,
      videoCaptureDefaults: {
        resolution: largestWithin(options.videoArea),
        ...(videoinput && choose(videoinput)),
      },
      audioOutput: audiooutput ? { deviceId: audiooutput } : undefined,
    });
    this.#sound = new RoomSound(this.#room, options.volumeOf, audiooutput);
    this.#microphone = new RoomMicrophone(this.#room);
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

  async setCamera(isOn: boolean): Promise<void> {
    const { localParticipant } = this.#room;
    const track = localParticipant.getTrackPublication(Track.Source.Camera)?.track;
    // The library would only mute the video. Other clients would show the empty one, and the server learns of the end
    // of a video at once, but of a muted one only when it next asks the voice node.
    if (!isOn && track) await localParticipant.unpublishTrack(track);
    else await localParticipant.setCameraEnabled(isOn);
  }

  async setScreen(isOn: boolean): Promise<void> {
    const { localParticipant } = this.#room;
    if (!isOn) {
      await localParticipant.setScreenShareEnabled(false);
      return;
    }
    const { videoArea } = this.#options;
    const tracks = await localParticipant.createScreenTracks({
      audio: true,
      resolution: largestWithin(videoArea),
    });
    for (const track of tracks) {
      if (track.kind === Track.Kind.Video) await shrinkTo(videoArea, track.mediaStreamTrack);
      await localParticipant.publishTrack(track);
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

  #report(): void {
    const room = this.#room;
    this.#options.onChange({
      isConnected: room.state === ConnectionState.Connected,
      people: readPeople(room),
      grants: readGrants(room.localParticipant),
    });
  }
}

/** The voice node ends videos that are larger than the server allows. */
async function shrinkTo(area: number, track: MediaStreamTrack): Promise<void> {
  const { width, height } = track.getSettings();
  if (!width || !height || width * height <= area) return;
  const fitting = fitInto(area, { width, height });
  await track.applyConstraints({ width: { max: fitting.width }, height: { max: fitting.height } });
}

const endReasons: Partial<Record<DisconnectReason, EndReason>> = {
  [DisconnectReason.CLIENT_INITIATED]: "left",
  [DisconnectReason.PARTICIPANT_REMOVED]: "removed",
  [DisconnectReason.DUPLICATE_IDENTITY]: "elsewhere",
  [DisconnectReason.ROOM_DELETED]: "ended",
  [DisconnectReason.ROOM_CLOSED]: "ended",
};
