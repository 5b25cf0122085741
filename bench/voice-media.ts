import { cpuTimeMs } from "./processes.ts";
import { median } from "./table.ts";
import type { CallPeople, Participants } from "./voice-call-people.ts";
import type { CallServer } from "./voice-call-servers.ts";
import { type CameraLayer, type CameraPeople, watchers } from "./voice-cameras.ts";
import type { Traffic } from "./voice-participants.ts";

const callSeconds = 5;
/** Of IPv4 and UDP, which WebRTC does not count. */
const headerBytes = 28;

type Row = Record<string, string | number>;

/** What a call costs while people talk: bandwidth, and the CPU time of LiveKit and of the server. */
export async function measureTalk(
  participants: Participants,
  server: CallServer,
  { people, talkers }: { readonly people: number; readonly talkers: number },
): Promise<Row> {
  const tracks = await participants.talk(talkers);
  const { sent, received, ...rest } = await measureTraffic(participants, server, tracks);
  return {
    "a talker sends": Math.round(median(sent.slice(0, talkers))),
    "a listener receives": Math.round(median(received.slice(people > talkers ? talkers : 0))),
    ...rest,
  };
}

/** The same while everybody sends a camera. What LiveKit would send to all is computed from what some receive. */
export async function measureCameras(
  people: CameraPeople,
  server: CallServer,
  { camera, inSight }: { readonly camera: CameraLayer; readonly inSight: number },
): Promise<Row> {
  const tracks = await people.show(camera, inSight);
  const { sent, received, ...rest } = await measureTraffic(people, server, tracks);
  const each = median(received.slice(0, watchers));
  return {
    "each sends": Math.round(median(sent)),
    "each receives": Math.round(each),
    ...rest,
    "LiveKit sends": `${rest["LiveKit sends"]} (to all: ${Math.round(each * sent.length)})`,
  };
}

async function measureTraffic(people: CallPeople, { pid, liveKitPid }: CallServer, tracks: number) {
  const read = async () => ({
    traffic: await people.readTraffic(),
    clocks: [cpuTimeMs(pid), cpuTimeMs(liveKitPid)] as const,
    at: performance.now(),
  });
  const before = await read();
  await Bun.sleep(callSeconds * 1_000);
  const after = await read();
  const seconds = (after.at - before.at) / 1_000;
  const rates = (way: keyof Traffic) =>
    after.traffic.map((now, index) => {
      const then = before.traffic[index] ?? now;
      const packets = now[way].packets - then[way].packets;
      return ((now[way].bytes - then[way].bytes + packets * headerBytes) * 8) / 1_000 / seconds;
    });
  const [sent, received] = [rates("sent"), rates("received")];
  const total = (all: readonly number[]) => Math.round(all.reduce((sum, rate) => sum + rate, 0));
  const cpuPercent = (clock: 0 | 1) => (after.clocks[clock] - before.clocks[clock]) / seconds / 10;
  return {
    sent,
    received,
    "LiveKit receives": total(sent),
    "LiveKit sends": total(received),
    "received tracks": tracks,
    "LiveKit CPU %": cpuPercent(1).toFixed(1),
    "per track": (cpuPercent(1) / tracks).toFixed(2),
    "server CPU %": cpuPercent(0).toFixed(1),
  };
}
