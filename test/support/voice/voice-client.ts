import {
  AudioFrame,
  AudioSource,
  AudioStream,
  LocalAudioTrack,
  LocalVideoTrack,
  type RemoteTrack,
  Room,
  RoomEvent,
  TrackKind,
  TrackPublishOptions,
  TrackSource,
  VideoBufferType,
  VideoFrame,
  VideoSource,
} from "@livekit/rtc-node";
import type { Person } from "../accounts/people.ts";
import type { ApiResponse } from "../http/client.ts";
import type { TestServer } from "../server/server.ts";

const sampleRate = 48_000;
const frameSamples = 480;

interface JoinRequest {
  readonly by: Pick<Person, "token">;
  readonly channel: string;
  readonly body?: object;
}

interface ShownImage {
  readonly width: number;
  readonly height: number;
  readonly bitrate?: number;
  readonly image?: Uint8Array;
}

/** Asks for a token for the call of a channel. */
export async function requestJoin(
  server: Pick<TestServer, "client">,
  { by, channel, body = {} }: JoinRequest,
): Promise<{ url: string; token: string }> {
  const { status, body: reply }: ApiResponse = await server.client.post(
    `/channels/${channel}/join_call`,
    body,
    by,
  );
  if (status !== 200) throw new Error(`join_call answered ${status} ${JSON.stringify(reply)}`);
  return reply;
}

/** A user in a call, with the client library of LiveKit. */
export class VoiceClient implements AsyncDisposable {
  readonly #room = new Room();
  readonly #stops: (() => void)[] = [];
  /** The loudness that this client heard last, by the id of the sender. */
  readonly heard = new Map<string, number>();
  disconnected = false;

  private constructor() {
    this.#room.on(RoomEvent.TrackSubscribed, (track, _, { identity }) => {
      if (track.kind === TrackKind.KIND_AUDIO) void this.#listen(track, identity).catch(() => {});
    });
    this.#room.on(RoomEvent.TrackUnsubscribed, (_, __, { identity }) => void this.heard.delete(identity));
    this.#room.on(RoomEvent.Disconnected, () => {
      this.disconnected = true;
    });
  }

  /** `receives`: whether the tracks of others are received. The library decodes them all, which takes time. */
  static async connect(url: string, token: string, { receives = true } = {}): Promise<VoiceClient> {
    const client = new VoiceClient();
    await client.#room.connect(url, token, { autoSubscribe: receives, dynacast: false });
    return client;
  }

  /** Joins the call of a channel, as clients do. */
  static async join(
    server: Pick<TestServer, "client">,
    request: JoinRequest,
    options?: { receives?: boolean },
  ): Promise<VoiceClient> {
    const { url, token } = await requestJoin(server, request);
    return await VoiceClient.connect(url, token, options);
  }

  /** Sends a tone from the microphone until the client leaves. */
  async playTone(): Promise<LocalAudioTrack> {
    const source = new AudioSource(sampleRate, 1);
    const track = LocalAudioTrack.createAudioTrack("microphone", source);
    await this.#publish(track, TrackSource.SOURCE_MICROPHONE);
    let stopped = false;
    this.#stops.push(() => {
      stopped = true;
    });
    void (async () => {
      for (let at = 0; !stopped; at += frameSamples) {
        const samples = Int16Array.from({ length: frameSamples }, (_, index) =>
          Math.round(8_000 * Math.sin(((at + index) * 2 * Math.PI * 440) / sampleRate)),
        );
        await source.captureFrame(new AudioFrame(samples, sampleRate, 1, frameSamples)).catch(() => {});
      }
    })();
    return track;
  }

  /** Shares an image of this size (RGBA), or a black one, sent with at most so many bits in a second. */
  async show(
    kind: "camera" | "screen",
    { width, height, bitrate, image = new Uint8Array(width * height * 4) }: ShownImage,
  ): Promise<LocalVideoTrack> {
    const source = new VideoSource(width, height);
    const track = LocalVideoTrack.createVideoTrack(kind, source);
    const from = kind === "camera" ? TrackSource.SOURCE_CAMERA : TrackSource.SOURCE_SCREENSHARE;
    await this.#publish(track, from, bitrate);
    const frame = new VideoFrame(image, width, height, VideoBufferType.RGBA);
    const timer = setInterval(() => source.captureFrame(frame), 100);
    this.#stops.push(() => clearInterval(timer));
    return track;
  }

  async #publish(
    track: LocalAudioTrack | LocalVideoTrack,
    source: TrackSource,
    bitrate?: number,
  ): Promise<void> {
    const encoding = bitrate && { videoEncoding: { maxBitrate: BigInt(bitrate), maxFramerate: 10 } };
    const options = new TrackPublishOptions({ source, ...encoding });
    await this.#room.localParticipant?.publishTrack(track, options);
  }

  /** Fails if the track has ended already. */
  async #listen(track: RemoteTrack, identity: string): Promise<void> {
    for await (const { data } of new AudioStream(track)) {
      const power = data.reduce((sum, sample) => sum + sample * sample, 0) / data.length;
      this.heard.set(identity, Math.sqrt(power));
    }
  }

  async leave(): Promise<void> {
    for (const stop of this.#stops.splice(0)) stop();
    if (!this.disconnected) await this.#room.disconnect();
    this.disconnected = true;
  }

  async [Symbol.asyncDispose]() {
    await this.leave();
  }
}
