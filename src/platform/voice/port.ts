/** Where a track comes from. LiveKit calls every other source unknown. */
export type TrackSource = "camera" | "microphone" | "screen_share" | "screen_share_audio" | "unknown";

/** What a participant may do in a room. A participant without sources may publish nothing. */
export interface VoiceGrants {
  readonly canSubscribe: boolean;
  readonly sources: readonly TrackSource[];
}

export interface Track {
  readonly sid: string;
  readonly source: TrackSource;
  readonly kind: "audio" | "video" | "data";
  readonly muted: boolean;
  /** Pixels; 0 for audio. */
  readonly width: number;
  readonly height: number;
  /** Bits in a second that the client announced for its best layer; 0 for audio, or if it announced none. */
  readonly bitrate: number;
}

/** One stay of a user in a room: whoever connects again gets another `sid`. */
export interface Participant {
  readonly sid: string;
  /** The id of the user. */
  readonly identity: string;
  /** Milliseconds since 1970. */
  readonly joinedAt: number;
  readonly tracks: readonly Track[];
}

export type TrackChange = "published" | "unpublished" | "muted" | "unmuted";

/** What a voice node reports, from the moment at which it happened there. */
export type VoiceNotification = {
  /** The same whenever the node sends the notification again. */
  readonly id: string;
  /** The name of the room, which is the id of the channel. */
  readonly room: string;
  /** Milliseconds since 1970, to the second. */
  readonly createdAt: number;
} & (
  | { readonly kind: "joined" | "left"; readonly participant: Participant }
  | {
      readonly kind: "track";
      readonly change: TrackChange;
      readonly participant: Pick<Participant, "sid" | "identity">;
      readonly track: Track;
    }
  | { readonly kind: "room finished" }
  | { readonly kind: "other" }
);

export interface TokenRequest {
  readonly room: string;
  readonly identity: string;
  readonly name: string;
  readonly metadata: string;
  readonly grants: VoiceGrants;
  /** How long the token is valid, if not only as long as a client needs to connect. */
  readonly seconds?: number;
}

/** What a token for a call says. */
export interface TokenHolder {
  readonly identity: string;
  readonly room: string;
  /** Milliseconds since 1970, to the second. */
  readonly issuedAt: number;
}

/** The signature of a notification is missing or wrong, its time is over, or its body is not the one that was signed. */
export class ForgedNotification extends Error {
  override readonly name = "ForgedNotification";
}

/**
 * Rooms whose names begin with this are for tests of a voice node: they are not calls, and nobody is notified of them.
 */
export const doctorRoomPrefix = "doctor-";

/** A server for the media of calls. Rooms are named by the ids of channels, participants by the ids of users. */
export interface VoiceNode {
  readonly name: string;
  /** The address that clients connect to. */
  readonly publicUrl: string;
  readonly lat: number;
  readonly lon: number;
  /** Not shown to clients, who can still use it if they know its name. */
  readonly isPrivate: boolean;
  createToken(request: TokenRequest): Promise<string>;
  /** Creates a room that stays until it is empty for five minutes; a room that exists already stays as it is. */
  createRoom(room: string, metadata: string): Promise<void>;
  /** Removes all participants; a room that does not exist is no error. */
  deleteRoom(room: string): Promise<void>;
  listRooms(): Promise<string[]>;
  /** Empty for rooms that do not exist. */
  listParticipants(room: string): Promise<Participant[]>;
  /** Ends a stay; a participant who is not there is no error. */
  removeParticipant(room: string, identity: string): Promise<void>;
  /** Takes effect at once: tracks from sources that are no longer granted end. No error for an absent participant. */
  setGrants(room: string, identity: string, grants: VoiceGrants): Promise<void>;
  /** Verifies a notification; throws `ForgedNotification`. */
  readNotification(body: string, authorization: string | null): Promise<VoiceNotification>;
  /** The packets of calls since the node started; empty if it does not tell, or does not answer. */
  readPackets(): Promise<readonly PacketCount[]>;
  /** Finds out whether two clients of this node would hear each other, and if not, why. */
  examine(): Promise<Diagnosis>;
}

export interface PacketCount {
  readonly direction: "incoming" | "outgoing";
  /** Those that the node received or sent, and those that were lost on the way to it or from it. */
  readonly kind: "seen" | "lost";
  readonly count: number;
}

export interface Diagnosis {
  readonly ok: boolean;
  /** One line. */
  readonly text: string;
}

/** A way that media can take from a machine to a voice node. */
export interface ReachedWay {
  readonly way: "UDP" | "TCP" | "TURN over TLS";
  /** `off`: the voice node does not offer it. */
  readonly state: "works" | "blocked" | "off";
  /** One line. */
  readonly text: string;
}

/** The signalling of the LiveKit server that this server runs, which clients reach through this server. */
export interface Signalling {
  /** Its address for WebSockets, on the loopback interface. */
  readonly url: string;
  /** Whom a token of the LiveKit server belongs to; undefined if it is not valid. */
  readToken(token: string): Promise<TokenHolder | undefined>;
  /** Asks whether a client may connect with these parameters, and if not, why. Throws if LiveKit does not answer. */
  validate(path: ValidatePath, query: URLSearchParams, authorization: string | null): Promise<Validation>;
}

export type ValidatePath = "/rtc/validate" | "/rtc/v1/validate";

interface Validation {
  readonly status: number;
  readonly text: string;
}

/** The voice nodes of this server, the default node first. */
export interface VoiceNodes {
  readonly all: readonly VoiceNode[];
  /** Undefined if this server runs no LiveKit server. */
  readonly signalling: Signalling | undefined;
  close(): Promise<void>;
}
