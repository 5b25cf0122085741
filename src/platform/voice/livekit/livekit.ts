import {
  AccessToken,
  type ParticipantInfo,
  RoomServiceClient,
  TrackSource as Source,
  type TrackInfo,
  TrackType,
  TwirpError,
  type VideoGrant,
  type WebhookEvent,
  WebhookReceiver,
} from "livekit-server-sdk";
import {
  doctorRoomPrefix,
  ForgedNotification,
  type Participant,
  type TokenRequest,
  type Track,
  type TrackSource,
  type VoiceGrants,
  type VoiceNode,
  type VoiceNotification,
} from "../port.ts";
import { readPackets } from "./packets.ts";

export interface LiveKitOptions {
  readonly name: string;
  readonly publicUrl: string;
  /** The address that this server calls. */
  readonly url: string;
  readonly key: string;
  readonly secret: string;
  readonly lat: number;
  readonly lon: number;
  readonly isPrivate: boolean;
  /** The name of its TURN server. Empty: none, or none that this server knows of. */
  readonly turnDomain?: string;
  /** Where LiveKit serves its own metrics. */
  readonly metricsUrl?: string | undefined;
}

const emptyTimeoutSeconds = 300;
/** A client connects right after it asked for a token. */
const tokenSeconds = 10;
const requestTimeoutSeconds = 4;

/** A LiveKit server. */
export function createLiveKitNode(options: LiveKitOptions): VoiceNode {
  const { name, url, key, secret, lat, lon, isPrivate } = options;
  const rooms = new RoomServiceClient(url, key, secret, {
    requestTimeout: requestTimeoutSeconds,
    failover: false,
  });
  const receiver = new WebhookReceiver(key, secret);
  const node: VoiceNode = {
    name,
    get publicUrl() {
      return options.publicUrl;
    },
    lat,
    lon,
    isPrivate,
    createToken: (request) => createToken(request, { key, secret }),
    async createRoom(room, metadata) {
      await rooms.createRoom({ name: room, emptyTimeout: emptyTimeoutSeconds, metadata });
    },
    deleteRoom: (room) => unlessAbsent(rooms.deleteRoom(room), undefined),
    listRooms: async () =>
      (await rooms.listRooms()).map((room) => room.name).filter((room) => !room.startsWith(doctorRoomPrefix)),
    listParticipants: async (room) =>
      (await unlessAbsent(rooms.listParticipants(room), [])).map(toParticipant),
    removeParticipant: (room, identity) => unlessAbsent(rooms.removeParticipant(room, identity), undefined),
    async setGrants(room, identity, grants) {
      const permission = permissionOf(grants);
      await unlessAbsent(rooms.updateParticipant(room, identity, { permission }), undefined);
    },
    async readNotification(body, authorization) {
      const event = await receiver.receive(body, authorization ?? undefined).catch((error) => {
        throw new ForgedNotification(error instanceof Error ? error.message : String(error));
      });
      return toNotification(event);
    },
    readPackets: () => readPackets(options.metricsUrl),
    async examine() {
      const { examineNode } = await import("./doctor.ts");
      return examineNode(node, options.turnDomain);
    },
  };
  return node;
}

async function createToken(
  { room, identity, name, metadata, grants, seconds = tokenSeconds }: TokenRequest,
  { key, secret }: Pick<LiveKitOptions, "key" | "secret">,
): Promise<string> {
  const token = new AccessToken(key, secret, { identity, name, metadata, ttl: seconds });
  token.addGrant({ roomJoin: true, room, ...permissionOf(grants) });
  return await token.toJwt();
}

/** LiveKit reads an empty list of sources as all of them. */
function permissionOf({ canSubscribe, sources }: VoiceGrants) {
  return {
    canSubscribe,
    canPublish: sources.length > 0,
    canPublishSources: sources.map((source) => sourceNumbers[source]),
    canPublishData: false,
  } satisfies VideoGrant;
}

const sourceNumbers: Readonly<Record<TrackSource, Source>> = {
  camera: Source.CAMERA,
  microphone: Source.MICROPHONE,
  screen_share: Source.SCREEN_SHARE,
  screen_share_audio: Source.SCREEN_SHARE_AUDIO,
  unknown: Source.UNKNOWN,
};
const sourceNames = new Map(Object.entries(sourceNumbers).map(([name, number]) => [number, name]));

function toTrack({ sid, source, type, muted, width, height, layers, codecs }: TrackInfo): Track {
  const kind = type === TrackType.VIDEO ? "video" : type === TrackType.AUDIO ? "audio" : "data";
  const name = (sourceNames.get(source) ?? "unknown") as TrackSource;
  const announced = [...layers, ...codecs.flatMap((codec) => codec.layers)].map((layer) => layer.bitrate);
  return { sid, source: name, kind, muted, width, height, bitrate: Math.max(0, ...announced) };
}

function toParticipant({ sid, identity, joinedAtMs, tracks }: ParticipantInfo): Participant {
  return { sid, identity, joinedAt: Number(joinedAtMs), tracks: tracks.map(toTrack) };
}

function toNotification(event: WebhookEvent): VoiceNotification {
  const { id, event: name, room, participant, track, createdAt } = event;
  const common = { id, room: room?.name ?? "", createdAt: Number(createdAt) * 1_000 };
  if (name === "room_finished") return { ...common, kind: "room finished" };
  if (!participant || common.room.startsWith(doctorRoomPrefix)) return { ...common, kind: "other" };
  switch (name) {
    case "participant_joined":
      return { ...common, kind: "joined", participant: toParticipant(participant) };
    case "participant_left":
    case "participant_connection_aborted":
      return { ...common, kind: "left", participant: toParticipant(participant) };
    case "track_published":
    case "track_unpublished":
    case "track_muted" as string:
    case "track_unmuted" as string: {
      if (!track) return { ...common, kind: "other" };
      const change = name.slice("track_".length) as "published";
      const { sid, identity } = participant;
      return { ...common, kind: "track", change, participant: { sid, identity }, track: toTrack(track) };
    }
    default:
      return { ...common, kind: "other" };
  }
}

/** LiveKit answers 404 for rooms and participants that do not exist. */
async function unlessAbsent<T, D>(call: Promise<T>, absent: D): Promise<T | D> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof TwirpError && error.code === "not_found") return absent;
    throw error;
  }
}
