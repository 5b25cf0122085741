import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { RoomServiceClient } from "livekit-server-sdk";
import { type Person, password } from "../support/accounts/people.ts";
import { freePorts } from "../support/processes/free-ports.ts";
import { type ServerProcess, startProcess } from "../support/processes/server-process.ts";
import { type Engine, newHome } from "../support/server/engines.ts";
import { openReadyStream } from "../support/stream/stream.ts";
import { until } from "../support/until.ts";
import { ingressOf, type LiveKit, newLiveKitPorts, startLiveKit } from "../support/voice/livekit.ts";
import { key, secret, voiceNodeOn } from "../support/voice/voice-config.ts";

/** A server as a process of its own, with a LiveKit that reports to it. Either can be killed. */
export interface VoiceProcess extends AsyncDisposable {
  /** The process that runs now. */
  readonly server: ServerProcess;
  readonly liveKit: LiveKit;
  readonly rooms: RoomServiceClient;
  kill(): Promise<void>;
  start(): Promise<void>;
}

export async function openVoiceProcess(
  engine: Engine,
  more: Record<string, string> = {},
): Promise<VoiceProcess> {
  const home = await newHome(engine);
  const ports = newLiveKitPorts();
  const [port = 0] = freePorts(1);
  const liveKit = await startLiveKit({ ...ports, ingress: ingressOf(`http://127.0.0.1:${port}`) });
  const file = join(home.dataDir, "ermine.toml");
  const node = Object.entries(voiceNodeOn(ports.port));
  const lines = node.map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
  writeFileSync(file, ["[[voice.nodes]]", ...lines].join("\n"));
  const variables = { ERMINE_PORT: String(port), ERMINE_CONFIG: file, ERMINE_VOICE_MODE: "nodes", ...more };
  const start = () => startProcess(home, variables);
  let server = await start();
  return {
    get server() {
      return server;
    },
    liveKit,
    rooms: new RoomServiceClient(liveKit.url, key, secret),
    async kill() {
      server.kill("SIGKILL");
      await server.exited;
    },
    async start() {
      server = await start();
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await liveKit[Symbol.asyncDispose]();
      home.remove();
    },
  };
}

export async function createPeople(
  { server: { client } }: Pick<VoiceProcess, "server">,
  ...names: readonly string[]
): Promise<Person[]> {
  const people: Person[] = [];
  for (const name of names) {
    const login = { email: `${name}@example.com`, password };
    await client.post("/auth/account/create", login);
    const { body } = await client.post("/auth/session/login", login);
    await client.post("/onboard/complete", { username: name }, { token: body.token });
    people.push({ id: body.user_id, email: login.email, token: body.token, sessionId: body._id });
  }
  return people;
}

export interface VoicePlace {
  readonly id: string;
  /** An invite to the server. */
  readonly invite: string;
  /** The voice channels. */
  readonly channels: readonly [string, string];
}

/** Creates a server with two voice channels. */
export async function createPlace(
  { server: { client } }: Pick<VoiceProcess, "server">,
  owner: Person,
  members: readonly Person[],
): Promise<VoicePlace> {
  const { body } = await client.post("/servers/create", { name: "Place" }, owner);
  const { body: invite } = await client.post(`/channels/${body.channels[0]._id}/invites`, {}, owner);
  for (const member of members) await client.post(`/invites/${invite._id}`, {}, member);
  const id = body.server._id;
  const addChannel = async (): Promise<string> =>
    (await client.post(`/servers/${id}/channels`, { name: "Call", type: "Voice" }, owner)).body._id;
  return { id, invite: invite._id, channels: [await addChannel(), await addChannel()] };
}

/** Who is in which call and what they send, as a new client sees it. */
export async function readStates({ server }: VoiceProcess, person: Person): Promise<string[]> {
  const { stream, ready } = await openReadyStream(server, person);
  await stream[Symbol.asyncDispose]();
  // biome-ignore lint/suspicious/noExplicitAny: as the server sends it
  const calls: any[] = ready.voice_states;
  return calls
    .flatMap(({ id, participants }) => participants.map((state: object) => ({ channel: id, ...state })))
    .map(({ channel, id, is_publishing }) => `${channel} ${id} ${is_publishing}`)
    .toSorted();
}

/** The same as LiveKit has it. */
export async function readRooms({ rooms }: VoiceProcess, channels: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const channel of channels)
    for (const { identity, tracks } of await rooms.listParticipants(channel).catch(() => []))
      found.push(`${channel} ${identity} ${tracks.some(({ muted }) => !muted)}`);
  return found.toSorted();
}

/** Waits until the states are those of LiveKit. */
export async function untilHealed(
  voice: VoiceProcess,
  viewer: Person,
  channels: readonly string[],
): Promise<void> {
  const agree = async () => Bun.deepEquals(await readStates(voice, viewer), await readRooms(voice, channels));
  await until(agree);
}
