import { mock } from "bun:test";
import * as library from "livekit-client";

const { ConnectionState, DisconnectReason, RoomEvent, Track } = library;
type RoomEventName = library.RoomEvent;

type Source = "microphone" | "camera" | "screen_share";

interface FakeStat {
  readonly id: string;
  readonly type: string;
  readonly timestamp: number;
}

class FakeTrack {
  readonly sid: string;
  readonly source: Source;
  readonly kind: library.Track.Kind;
  /** The elements that show it. A track that nothing shows is not sent. */
  readonly elements = new Set<Element>();
  stats: readonly FakeStat[] = [];

  constructor(sid: string, source: Source) {
    this.sid = sid;
    this.source = source;
    this.kind = source === "microphone" ? Track.Kind.Audio : Track.Kind.Video;
  }
  attach(element: Element): void {
    this.elements.add(element);
  }
  detach(element: Element): void {
    this.elements.delete(element);
  }
  async getRTCStatsReport() {
    return new Map(this.stats.map((stat) => [stat.id, stat]));
  }
}

class FakeParticipant {
  readonly #room: Room;
  identity = "";
  name = "";
  readonly isLocal: boolean;
  isSpeaking = false;
  connectionQuality = "excellent";
  permissions = { canPublish: true, canSubscribe: true, canPublishSources: [] as number[] };
  readonly joinedAt = new Date();
  readonly tracks = new Map<string, FakeTrack>();

  constructor(room: Room, isLocal: boolean) {
    this.#room = room;
    this.isLocal = isLocal;
  }
  get isMicrophoneEnabled(): boolean {
    return this.tracks.has("microphone");
  }
  get audioTrackPublications() {
    const track = this.tracks.get("microphone");
    return new Map(track ? [["microphone", { track, trackName: "", setEnabled() {} }]] : []);
  }
  getTrackPublication(source: string) {
    const track = this.tracks.get(source);
    return track && { track, isMuted: false };
  }
  send(source: Source): FakeTrack {
    const track = new FakeTrack(`TR_${this.identity}_${source}`, source);
    this.tracks.set(source, track);
    this.#room.emit(RoomEvent.TrackPublished);
    return track;
  }
  async setMicrophoneEnabled(isOn: boolean): Promise<void> {
    if (isOn) this.send("microphone");
    else this.tracks.delete("microphone");
    this.#room.emit(RoomEvent.LocalTrackPublished);
  }
  async setCameraEnabled(isOn: boolean): Promise<void> {
    if (isOn) this.send("camera");
  }
  async unpublishTrack({ source }: FakeTrack): Promise<void> {
    this.tracks.delete(source);
    this.#room.emit(RoomEvent.LocalTrackUnpublished);
  }
}

/** A room of a voice node, whose other participants are what the test says. */
export class Room {
  /** All rooms that the pages of a test have opened. */
  static readonly opened: Room[] = [];
  /** Who the user is, as the voice node reads it from the token. */
  static self = "";
  readonly options: object;
  readonly #listeners: { readonly event: RoomEventName; readonly tell: (value: unknown) => void }[] = [];
  readonly localParticipant = new FakeParticipant(this, true);
  readonly remoteParticipants = new Map<string, FakeParticipant>();
  state: library.ConnectionState = ConnectionState.Disconnected;
  token = "";

  constructor(options: object) {
    this.options = options;
    Room.opened.push(this);
  }
  static get last(): Room {
    const room = Room.opened.at(-1);
    if (!room) throw new Error("no room was opened");
    return room;
  }
  on(event: RoomEventName, tell: (value: unknown) => void): void {
    this.#listeners.push({ event, tell });
  }
  emit(event: RoomEventName, value?: unknown): void {
    for (const listener of this.#listeners) if (listener.event === event) listener.tell(value);
  }
  async connect(_url: string, token: string): Promise<void> {
    this.token = token;
    this.localParticipant.identity = Room.self;
    this.state = ConnectionState.Connected;
    this.emit(RoomEvent.ConnectionStateChanged);
  }
  async disconnect(): Promise<void> {
    this.end(DisconnectReason.CLIENT_INITIATED);
  }
  async switchActiveDevice(): Promise<void> {}

  /** Somebody else joins. */
  add(identity: string): FakeParticipant {
    const participant = new FakeParticipant(this, false);
    participant.identity = identity;
    this.remoteParticipants.set(identity, participant);
    this.emit(RoomEvent.ParticipantConnected);
    return participant;
  }
  /** The voice node ends the stay of the user, or is gone. */
  end(reason: library.DisconnectReason): void {
    if (this.state === ConnectionState.Disconnected) return;
    this.state = ConnectionState.Disconnected;
    this.emit(RoomEvent.Disconnected, reason);
  }
}

// Without a browser there is no WebRTC, so the library's own room would not open.
void mock.module("livekit-client", () => ({ ...library, Room }));
