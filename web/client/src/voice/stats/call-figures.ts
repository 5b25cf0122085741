/** What a browser reports of a connection, by the names of the WebRTC statistics. */
interface Stat {
  readonly id: string;
  readonly type: string;
  readonly timestamp: number;
  readonly codecId?: string;
  readonly mimeType?: string;
  readonly bytesReceived?: number;
  readonly bytesSent?: number;
  readonly packetsReceived?: number;
  readonly packetsSent?: number;
  readonly packetsLost?: number;
  /** In seconds. */
  readonly jitter?: number;
  readonly roundTripTime?: number;
  readonly currentRoundTripTime?: number;
  readonly nominated?: boolean;
  readonly frameWidth?: number;
  readonly frameHeight?: number;
  readonly framesPerSecond?: number;
}

/** A track of somebody in a call, with what the browser reports of it. */
export interface TrackStats {
  readonly id: string;
  readonly isSound: boolean;
  readonly stats: readonly Stat[];
}

/** How well a track arrives. What the browser does not tell is undefined. */
export interface TrackFigures {
  readonly id: string;
  readonly isSound: boolean;
  /** In milliseconds. */
  readonly roundTrip: number | undefined;
  readonly jitter: number | undefined;
  /** The part of the packets that was lost since the last figures, from 0 to 1. */
  readonly loss: number | undefined;
  /** Bits in a second since the last figures. */
  readonly bitRate: number | undefined;
  readonly codec: string | undefined;
  readonly size: { readonly width: number; readonly height: number } | undefined;
  readonly frameRate: number | undefined;
}

interface Totals {
  readonly at: number;
  readonly bytes: number;
  readonly packets: number;
  readonly lost: number | undefined;
}

/** Reads figures again and again. Rates and losses are of the time between two readings. */
export function createFiguresReader(): (tracks: readonly TrackStats[]) => TrackFigures[] {
  let before = new Map<string, Totals>();
  return (tracks) => {
    const now = new Map(tracks.map(({ id, stats }) => [id, totalsOf(stats)]));
    const figures = tracks.map((track) => figuresOf(track, before.get(track.id), now.get(track.id)));
    before = now;
    return figures;
  };
}

const ofType = (stats: readonly Stat[], ...types: readonly string[]) =>
  stats.filter(({ type }) => types.includes(type));
const sum = (values: readonly (number | undefined)[]) =>
  values.reduce<number>((total, value) => total + (value ?? 0), 0);
const largest = (values: readonly (number | undefined)[]) => {
  const known = values.filter((value) => value !== undefined);
  return known.length > 0 ? Math.max(...known) : undefined;
};

/** A track of one's own is sent in several layers, and the other side reports what it lost of each. */
function totalsOf(stats: readonly Stat[]): Totals {
  const media = ofType(stats, "inbound-rtp", "outbound-rtp");
  const reports = ofType(stats, "inbound-rtp", "remote-inbound-rtp");
  return {
    at: Math.max(0, ...media.map(({ timestamp }) => timestamp)),
    bytes: sum(media.map(({ bytesReceived, bytesSent }) => bytesReceived ?? bytesSent)),
    packets: sum(media.map(({ packetsReceived, packetsSent }) => packetsReceived ?? packetsSent)),
    lost: reports.length > 0 ? sum(reports.map(({ packetsLost }) => packetsLost)) : undefined,
  };
}

const none: Totals = { at: 0, bytes: 0, packets: 0, lost: 0 };

function figuresOf(
  { id, isSound, stats }: TrackStats,
  before: Totals | undefined,
  now: Totals = none,
): TrackFigures {
  const media = ofType(stats, "inbound-rtp", "outbound-rtp");
  const reports = ofType(stats, "inbound-rtp", "remote-inbound-rtp");
  const pair = ofType(stats, "candidate-pair").find(({ nominated }) => nominated);
  const codec = stats.find((stat) => stat.type === "codec" && stat.id === media[0]?.codecId)?.mimeType;
  const width = largest(media.map(({ frameWidth }) => frameWidth));
  const height = largest(media.map(({ frameHeight }) => frameHeight));
  return {
    id,
    isSound,
    roundTrip: inMilliseconds(
      largest([...reports.map(({ roundTripTime }) => roundTripTime), pair?.currentRoundTripTime]),
    ),
    jitter: inMilliseconds(largest(reports.map(({ jitter }) => jitter))),
    loss: lossBetween(before ?? none, now),
    bitRate: before && now.at > before.at ? bitRateBetween(before, now) : undefined,
    codec: codec?.slice(codec.indexOf("/") + 1),
    size: width !== undefined && height !== undefined ? { width, height } : undefined,
    frameRate: largest(media.map(({ framesPerSecond }) => framesPerSecond)),
  };
}

const inMilliseconds = (seconds: number | undefined) => seconds && Math.round(seconds * 1_000);

const bitRateBetween = (before: Totals, now: Totals) =>
  Math.max(0, Math.round(((now.bytes - before.bytes) * 8_000) / (now.at - before.at)));

function lossBetween(before: Totals, now: Totals): number | undefined {
  if (now.lost === undefined) return undefined;
  const lost = Math.max(0, now.lost - (before.lost ?? 0));
  const arrived = Math.max(0, now.packets - before.packets);
  return lost + arrived > 0 ? lost / (lost + arrived) : 0;
}
