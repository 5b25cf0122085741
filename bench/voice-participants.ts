/** Some of the participants of a call, with LiveKit's client library. */
import {
  AudioFrame,
  AudioSource,
  LocalAudioTrack,
  Room,
  RoomEvent,
  TrackPublishOptions,
  TrackSource,
} from "@livekit/rtc-node";

export interface CallAddress {
  readonly url: string;
  readonly token: string;
}

/** What one participant has sent and received, on the transport of WebRTC. */
export interface Traffic {
  readonly sent: Transferred;
  readonly received: Transferred;
}

interface Transferred {
  readonly bytes: number;
  readonly packets: number;
}

export type ParticipantsOrder =
  | { readonly order: "join"; readonly addresses: readonly CallAddress[] }
  | { readonly order: "talk"; readonly people: number }
  | { readonly order: "count tracks" }
  | { readonly order: "read traffic" }
  | { readonly order: "leave" };

const sampleRate = 48_000;
const frameSamples = 480;
/** As in the web client, whose microphone also pauses in silence and sends each packet twice. */
const audioEncoding = { maxBitrate: 48_000n };

const rooms: Room[] = [];
let tracks = 0;
let stays = 0;

async function join({ url, token }: CallAddress): Promise<void> {
  const room = new Room();
  // The library adds one for each participant.
  room.setMaxListeners(0);
  room.on(RoomEvent.TrackSubscribed, () => tracks++);
  await room.connect(url, token, { autoSubscribe: true, dynacast: false });
  rooms.push(room);
}

/** Speech is neither silent nor even: a tone that changes its pitch keeps the codec busy. */
async function talk(room: Room): Promise<void> {
  const source = new AudioSource(sampleRate, 1);
  const options = new TrackPublishOptions({
    source: TrackSource.SOURCE_MICROPHONE,
    audioEncoding,
    dtx: true,
    red: true,
  });
  await room.localParticipant?.publishTrack(LocalAudioTrack.createAudioTrack("microphone", source), options);
  const stay = stays;
  void (async () => {
    for (let at = 0; stay === stays; at += frameSamples) {
      const samples = Int16Array.from({ length: frameSamples }, (_, index) => {
        const seconds = (at + index) / sampleRate;
        return Math.round(6_000 * Math.sin(2 * Math.PI * (300 + 200 * Math.sin(seconds * 5)) * seconds));
      });
      await source.captureFrame(new AudioFrame(samples, sampleRate, 1, frameSamples)).catch(() => {});
    }
  })();
}

async function readTraffic(room: Room): Promise<Traffic> {
  const { publisherStats, subscriberStats } = await room.getRtcStats();
  const transports = [...publisherStats, ...subscriberStats].flatMap(({ stats }) =>
    stats.case === "transport" ? (stats.value.transport ?? []) : [],
  );
  const sum = (key: "bytesSent" | "bytesReceived" | "packetsSent" | "packetsReceived") =>
    transports.reduce((total, transport) => total + Number(transport[key] ?? 0), 0);
  return {
    sent: { bytes: sum("bytesSent"), packets: sum("packetsSent") },
    received: { bytes: sum("bytesReceived"), packets: sum("packetsReceived") },
  };
}

async function follow(message: ParticipantsOrder): Promise<unknown> {
  switch (message.order) {
    case "join":
      return await Promise.all(message.addresses.map(join));
    case "talk":
      return await Promise.all(rooms.slice(0, message.people).map(talk));
    case "count tracks":
      return tracks;
    case "read traffic":
      return await Promise.all(rooms.map(readTraffic));
    case "leave":
      stays++;
      tracks = 0;
      return await Promise.all(rooms.splice(0).map((room) => room.disconnect()));
  }
}

process.on("message", async (message: ParticipantsOrder) => process.send?.({ reply: await follow(message) }));
process.send?.({ ready: true });
