/** Participants of one call with LiveKit's client library, each with the event stream that a client keeps open. */
import {
  AudioFrame,
  AudioSource,
  LocalAudioTrack,
  Room,
  TrackPublishOptions,
  TrackSource,
} from "@livekit/rtc-node";
import { RoomServiceClient } from "livekit-server-sdk";
import { key, secret } from "../test/support/voice/voice-config.ts";
import { pin } from "./processes.ts";

export interface CallSpec {
  readonly people: number;
  /** Whether each of them has an event stream, as a client has. */
  readonly streams?: boolean;
  /** How many of them open the microphone. */
  readonly microphones: number;
}

export type ParticipantsOrder =
  | { readonly order: "open"; readonly call: CallSpec }
  | { readonly order: "join" }
  | { readonly order: "leave" };

const { url, liveKit, core, tokens, channel } = JSON.parse(process.argv[2] ?? "{}");
pin(process.pid, core);
const sampleRate = 48_000;
const frameSamples = 480;
const pingMs = 5_000;
/** How many join at a time. */
const atOnce = 5;

const rooms: Room[] = [];
const streams: WebSocket[] = [];
const stops: (() => void)[] = [];
let call: CallSpec = { people: 0, microphones: 0 };
let events = 0;
let left = 0;

/** The first stream is that of somebody who only watches. */
async function openStream(token: string, index: number): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace("http", "ws")}/ws?version=1&format=json&token=${token}`);
  const { promise, resolve, reject } = Promise.withResolvers<WebSocket>();
  socket.onclose = reject;
  socket.onmessage = ({ data }) => {
    if (/"type":"Ready"/.test(data)) resolve(socket);
    // One frame may hold several events.
    events += data.match(/"type":"(VoiceChannelJoin|VoiceChannelLeave|UserVoiceStateUpdate)"/g)?.length ?? 0;
    if (index === 0) left += data.match(/"type":"VoiceChannelLeave"/g)?.length ?? 0;
  };
  await promise;
  // The server closes streams that say nothing.
  const ping = setInterval(() => socket.send('{"type":"Ping","data":0}'), pingMs);
  socket.addEventListener("close", () => clearInterval(ping));
  return socket;
}

async function join(token: string): Promise<Room> {
  const headers = { "x-session-token": token };
  const reply = await fetch(`${url}/api/channels/${channel}/join_call`, {
    method: "POST",
    headers,
    body: "{}",
  });
  const { url: address, token: key } = (await reply.json()) as Record<"url" | "token", string>;
  const room = new Room();
  await room.connect(address, key, { autoSubscribe: true, dynacast: false });
  return room;
}

/** Speech is neither silent nor even: a tone that changes its pitch keeps the codec busy. */
async function sendTone(room: Room): Promise<void> {
  const source = new AudioSource(sampleRate, 1);
  const options = new TrackPublishOptions({ source: TrackSource.SOURCE_MICROPHONE });
  await room.localParticipant?.publishTrack(LocalAudioTrack.createAudioTrack("microphone", source), options);
  let stopped = false;
  stops.push(() => {
    stopped = true;
  });
  void (async () => {
    for (let at = 0; !stopped; at += frameSamples) {
      const samples = Int16Array.from({ length: frameSamples }, (_, index) => {
        const seconds = (at + index) / sampleRate;
        return Math.round(6_000 * Math.sin(2 * Math.PI * (300 + 200 * Math.sin(seconds * 5)) * seconds));
      });
      await source.captureFrame(new AudioFrame(samples, sampleRate, 1, frameSamples)).catch(() => {});
    }
  })();
}

async function follow(message: ParticipantsOrder): Promise<unknown> {
  switch (message.order) {
    case "open": {
      ({ call } = message);
      const [watcher = "", ...others] = tokens as string[];
      const open = [watcher, ...(call.streams ? others.slice(0, call.people) : [])];
      streams.push(...(await Promise.all(open.map(openStream))));
      events = left = 0;
      return {};
    }
    case "join":
      for (let at = 1; at <= call.people; at += atOnce)
        rooms.push(
          ...(await Promise.all(tokens.slice(at, Math.min(at + atOnce, call.people + 1)).map(join))),
        );
      for (const room of rooms.slice(0, call.microphones)) await sendTone(room);
      return {};
    case "leave":
      for (const stop of stops.splice(0)) stop();
      // The end of the room disconnects everybody. The library takes minutes to let fifty leave one by one.
      await new RoomServiceClient(liveKit, key, secret).deleteRoom(channel);
      rooms.splice(0);
      // LiveKit reports each of them.
      while (left < call.people) await Bun.sleep(10);
      for (const stream of streams.splice(0)) {
        stream.onclose = null;
        stream.close();
      }
      return { events };
  }
}

process.on("message", async (message: ParticipantsOrder) => process.send?.(await follow(message)));
process.send?.({ ready: true });
