import { until } from "../test/support/until.ts";
import { cpuTimeMs } from "./processes.ts";
import { printTable } from "./table.ts";
import { type CallPeople, startParticipants } from "./voice-call-people.ts";
import { type CallServer, ermineServers, startControl } from "./voice-call-servers.ts";
import { startCameraPeople } from "./voice-cameras.ts";
import { measureCameras, measureTalk } from "./voice-media.ts";
import type { VoiceSetup } from "./voice-setup.ts";

const sizes = [2, 10, 50] as const;
/** In a call of many, few talk at a time. */
const mostTalkers = 3;
/** Small calls are repeated, so that the clock of the CPU time is fine enough. */
const minStays = 20;
/** What the web client sends of a camera: to one who sees it large, and to those who see it in a grid. */
const [large, small] = [
  { width: 1_280, height: 720, frameRate: 30, bitRate: 1_700_000 },
  { width: 320, height: 180, frameRate: 20, bitRate: 160_000 },
];
const cameraCalls = [
  { people: 2, camera: large, inSight: 1 },
  { people: 10, camera: small, inSight: 9 },
  { people: 50, camera: small, inSight: 25 },
  { people: 50, camera: small, inSight: 49 },
];

/** Everybody in the largest call, and one who only watches. */
export const callPeople = 1 + Math.max(...sizes);

const units = "kbit/s with the headers of UDP and IP";

type Row = Record<string, string | number>;

/** Measures calls of several sizes with real participants, against the same calls without Ermine. */
export async function benchCalls(setup: VoiceSetup): Promise<void> {
  await using control = await startControl();
  await using participants = await startParticipants();
  const servers = [control.server, ...ermineServers(setup)];
  const [stays, calls]: [Row[], Row[]] = [[], []];
  // Until the JIT compiler is done.
  for (const server of servers) await measureStays(participants, server, { people: 2 });
  for (const people of sizes)
    for (const server of servers) {
      const row = { people, server: server.what };
      const talk = { people, talkers: Math.min(people, mostTalkers) };
      const during = async () =>
        void calls.push({ ...row, ...(await measureTalk(participants, server, talk)) });
      stays.push({ ...row, ...(await measureStays(participants, server, { people, during })) });
    }
  printTable("Joining a call and leaving it, everybody silent, with @livekit/rtc-node", stays);
  printTable(`Sound: up to ${mostTalkers} talk without a pause, everybody listens; ${units}`, calls);
}

/** Measures calls in which everybody sends a camera. They do not concern Ermine. */
export async function benchCameras(): Promise<void> {
  await using people = await startCameraPeople();
  if (!people)
    return console.log("skipped: calls with cameras, as Go is missing or could not build bench/voice-load");
  await using control = await startControl();
  const rows: Row[] = [];
  for (const { camera, inSight, people: count } of cameraCalls) {
    const { width, height, frameRate } = camera;
    const row = { people: count, camera: `${width}×${height}, ${frameRate} frames/s`, "in sight": inSight };
    const during = async () =>
      void rows.push({ ...row, ...(await measureCameras(people, control.server, { camera, inSight })) });
    await measureStays(people, control.server, { people: count, rounds: 1, during });
  }
  printTable(`Cameras of all, without sound; ${units}`, rows);
}

interface Stays {
  readonly people: number;
  readonly rounds?: number;
  /** Runs once, while everybody is in the call. */
  readonly during?: () => Promise<void>;
}

/** The CPU time of joins and leaves. */
async function measureStays(
  participants: CallPeople,
  server: CallServer,
  { people, rounds = Math.ceil(minStays / people), during }: Stays,
): Promise<Row> {
  const used = { join: [0, 0], leave: [0, 0] } satisfies Record<string, [number, number]>;
  let reports = 0;
  for (let round = 0; round < rounds; round++) {
    await using watch = await server.watch(people);
    const spend = async (on: keyof typeof used, work: () => Promise<unknown>) => {
      const before = [cpuTimeMs(server.pid), cpuTimeMs(server.liveKitPid)] as const;
      await work();
      used[on][0] += cpuTimeMs(server.pid) - before[0];
      used[on][1] += cpuTimeMs(server.liveKitPid) - before[1];
    };
    await spend("join", async () => {
      await participants.join(people, server.addressOf);
      // More if the machine is so busy that somebody has to connect again.
      await until(async () => (await watch.joined()) >= people);
    });
    if (round === 0) await during?.();
    await spend("leave", async () => {
      await participants.leave();
      await until(async () => (await watch.left()) >= people);
    });
    reports += await watch.reports();
  }
  const each = (total: number) => (total / rounds / people).toFixed(1);
  return {
    "sent for each": `${each(reports)} ${server.reports}`,
    "server CPU ms per join": each(used.join[0]),
    "per leave": each(used.leave[0]),
    "LiveKit CPU ms per join": each(used.join[1]),
    "LiveKit per leave": each(used.leave[1]),
  };
}
