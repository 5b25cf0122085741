import { until } from "../test/support/until.ts";
import { cpuTimeMs } from "./processes.ts";
import { printTable } from "./table.ts";
import { type Participants, startParticipants } from "./voice-call-people.ts";
import { type CallServer, ermineServers, startControl } from "./voice-call-servers.ts";
import { measureMedia } from "./voice-media.ts";
import type { VoiceSetup } from "./voice-setup.ts";

const sizes = [2, 10, 50] as const;
/** In a call of many, few talk at a time. */
const mostTalkers = 3;
/** Small calls are repeated, so that the clock of the CPU time is fine enough. */
const minStays = 20;
/** What the web client sends of a camera: to one who sees it large, and to a grid of ten. */
const cameras = [
  { people: 2, camera: { width: 1_280, height: 720, frameRate: 30, bitRate: 1_700_000 } },
  { people: 10, camera: { width: 320, height: 180, frameRate: 20, bitRate: 160_000 } },
];

/** Everybody in the largest call, and one who only watches. */
export const callPeople = 1 + Math.max(...sizes);

type Row = Record<string, string | number>;

/** Measures calls of several sizes with real participants, against the same calls without Ermine. */
export async function benchCalls(setup: VoiceSetup): Promise<void> {
  await using control = await startControl();
  await using participants = await startParticipants();
  const servers = [control.server, ...ermineServers(setup)];
  const [stays, calls, videos]: [Row[], Row[], Row[]] = [[], [], []];
  // Until the JIT compiler is done.
  for (const server of servers) await measureStays(participants, server, { people: 2 });
  for (const people of sizes)
    for (const server of servers) {
      const row = { people, server: server.what };
      const media = { people, talkers: Math.min(people, mostTalkers) };
      const during = async () =>
        void calls.push({ ...row, ...(await measureMedia(participants, server, media)) });
      stays.push({ ...row, ...(await measureStays(participants, server, { people, during })) });
    }
  for (const { people, camera } of cameras) {
    const { width, height, frameRate } = camera;
    const row = { people, cameras: `${width}×${height}, ${frameRate} frames/s` };
    const media = { people, talkers: Math.min(people, mostTalkers), camera };
    const during = async () =>
      void videos.push({ ...row, ...(await measureMedia(participants, control.server, media)) });
    await measureStays(participants, control.server, { people, rounds: 1, during });
  }
  printTable("Joining a call and leaving it, everybody silent, with @livekit/rtc-node", stays);
  const units = "kbit/s with the headers of UDP and IP";
  const sound = `up to ${mostTalkers} talk without a pause, everybody listens`;
  printTable(`Sound: ${sound}; ${units}`, calls);
  printTable(`Sound and the cameras of all: ${sound}; without Ermine; ${units}`, videos);
}

interface Stays {
  readonly people: number;
  readonly rounds?: number;
  /** Runs once, while everybody is in the call. */
  readonly during?: () => Promise<void>;
}

/** The CPU time of joins and leaves. */
async function measureStays(
  participants: Participants,
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
