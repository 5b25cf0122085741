import { join } from "node:path";
import { dispose } from "@livekit/rtc-node";
import { RoomServiceClient } from "livekit-server-sdk";
import { assertKnown } from "../dev/read-options.ts";
import { stopPostgres } from "../test/support/postgres/postgres.ts";
import { liveKitProgram } from "../test/support/voice/livekit.ts";
import { VoiceClient } from "../test/support/voice/voice-client.ts";
import { key, nodeName, secret } from "../test/support/voice/voice-config.ts";
import type { LoadRequest, LoadResult } from "./load.ts";
import { loadCore } from "./messages-runtime.ts";
import { cpuTimeMs, load } from "./processes.ts";
import { median, medianRatio, printTable } from "./table.ts";
import { benchCalls, benchCameras, callPeople } from "./voice-calls.ts";
import { startVoice, type VoiceSetup } from "./voice-setup.ts";

/** Each talker is alone in the call of a channel. */
const [joiners, talkers] = [16, 16];
const [rounds, seconds] = [7, 1];
/** Until the JIT compiler is done. */
const warmUpSeconds = 3;

/**
 * Measures joins and notifications of a voice node, calls of several sizes (`voice:calls`), against LiveKit's SDK in a
 * bare Bun server, and calls with cameras (`voice:cameras`).
 */
export async function benchVoice(part?: string): Promise<void> {
  if (part !== undefined) assertKnown("voice", [part], ["calls", "cameras"]);
  if (!liveKitProgram) return console.log("skipped: LiveKit is not on this machine and could not be built");
  if (part !== "cameras") await benchWithErmine(part);
  if (part !== "calls") await benchCameras();
  // The client library and the support code of the tests would keep this process alive.
  await dispose();
  await stopPostgres();
}

async function benchWithErmine(part?: string): Promise<void> {
  const people = Math.max(joiners + talkers, callPeople);
  await using setup = await startVoice({ people, channels: talkers });
  if (part !== "calls") {
    await benchJoins(setup);
    await benchNotifications(setup);
  }
  await benchCalls(setup);
}

async function benchJoins({ ermine, control, liveKit, people, channels }: VoiceSetup): Promise<void> {
  const room = (index: number) => channels[index % talkers] ?? "";
  const users = people.slice(0, joiners);
  const toControl = (path: string) =>
    users.map(({ id }, index): LoadRequest[] => [
      { method: "POST", path, body: { room: room(index), identity: id } },
    ]);
  const toErmine = users.map(({ token }, index): LoadRequest[] => {
    const path = `/api/channels/${room(index)}/join_call`;
    return [{ method: "POST", path, headers: { "x-session-token": token }, body: {} }];
  });
  const send = (url: string, scripts: LoadRequest[][]) => (lasting: number) =>
    load({ url, scripts, connections: joiners, seconds: lasting, core: loadCore });
  const contestants = [
    { what: "SDK: createRoom and a token", pid: control.pid, run: send(control.url, toControl("/join")) },
    { what: "SDK: only a token", pid: control.pid, run: send(control.url, toControl("/token")) },
    { what: "POST …/join_call", pid: ermine.pid, run: send(ermine.url, toErmine) },
  ];
  await compare(`Joins: ${joiners} users at once`, contestants, liveKit.pid);
}

async function benchNotifications({ ermine, control, liveKit, people, channels }: VoiceSetup): Promise<void> {
  const clients = await Promise.all(
    people.slice(joiners, joiners + talkers).map(async ({ token }, index) => {
      const response = await fetch(`${ermine.url}/api/channels/${channels[index % talkers]}/join_call`, {
        method: "POST",
        headers: { "x-session-token": token },
        body: "{}",
      });
      const join = (await response.json()) as { url: string; token: string };
      return await VoiceClient.connect(join.url, join.token);
    }),
  );
  const rooms = new RoomServiceClient(liveKit.url, key, secret);
  const listed = channels.map(async (room) =>
    (await rooms.listParticipants(room)).map(({ sid, identity }) => ({ room, sid, identity })),
  );
  const participants = (await Promise.all(listed)).flat();
  const send = (url: string) => (lasting: number) =>
    sendNotifications({ url, seconds: lasting, core: loadCore, key, secret, participants });
  await compare(
    `Notifications: microphones of ${participants.length} participants open and close`,
    [
      { what: "SDK: WebhookReceiver", pid: control.pid, run: send(`${control.url}/notification`) },
      {
        what: "POST /livekit-ingress/…",
        pid: ermine.pid,
        run: send(`${ermine.url}/livekit-ingress/${nodeName}`),
      },
    ],
    liveKit.pid,
  );
  for (const client of clients) await client.leave();
}

async function sendNotifications(options: object): Promise<LoadResult> {
  const file = join(import.meta.dir, "voice-notifications.ts");
  const child = Bun.spawn([process.execPath, file, JSON.stringify(options)], { stdout: "pipe" });
  return JSON.parse(await new Response(child.stdout).text()) as LoadResult;
}

interface Contestant {
  readonly what: string;
  readonly pid: number;
  run(seconds: number): Promise<LoadResult>;
}

/** Runs the contestants in turns; the first is the control. */
async function compare(title: string, contestants: readonly Contestant[], liveKitPid: number): Promise<void> {
  type Result = LoadResult & { cpuMicros: number; liveKitMicros: number };
  const results = contestants.map(() => [] as Result[]);
  for (let round = -1; round < rounds; round++) {
    for (const [index, { pid, run }] of contestants.entries()) {
      const before = [cpuTimeMs(pid), cpuTimeMs(liveKitPid)] as const;
      const result = await run(round < 0 ? warmUpSeconds : seconds);
      const micros = (of: number, since: number) => ((cpuTimeMs(of) - since) * 1_000) / result.answered;
      const [cpuMicros, liveKitMicros] = [micros(pid, before[0]), micros(liveKitPid, before[1])];
      if (round >= 0) results[index]?.push({ ...result, cpuMicros, liveKitMicros });
    }
  }
  const mid = (index: number, key: keyof Result) =>
    median((results[index] ?? []).map((result) => result[key]));
  const rates = results.map((all) => all.map(({ requestsPerSecond }) => requestsPerSecond));
  printTable(
    `${title}, server on one core, LiveKit and load on another, median of ${rounds} rounds of ${seconds} s in turns`,
    contestants.map(({ what }, index) => ({
      what,
      "per second": Math.round(mid(index, "requestsPerSecond")),
      "of SDK": medianRatio(rates[index] ?? [], rates[0] ?? []).toFixed(3),
      "server CPU µs each": mid(index, "cpuMicros").toFixed(0),
      "LiveKit CPU µs each": mid(index, "liveKitMicros").toFixed(0),
      "p50 ms": mid(index, "p50Ms").toFixed(2),
      "p99 ms": mid(index, "p99Ms").toFixed(2),
      failures: (results[index] ?? []).reduce((sum, { failures }) => sum + failures, 0),
    })),
  );
}
