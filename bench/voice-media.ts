import { cpuTimeMs } from "./processes.ts";
import { median } from "./table.ts";
import type { Participants } from "./voice-call-people.ts";
import type { CallServer } from "./voice-call-servers.ts";
import type { CameraLayer, Traffic } from "./voice-participants.ts";

const callSeconds = 5;
/** Of IPv4 and UDP, which WebRTC does not count. */
const headerBytes = 28;

interface Media {
  readonly people: number;
  readonly talkers: number;
  /** Of everybody. */
  readonly camera?: CameraLayer;
}

/** What a call costs while people talk: bandwidth, and the CPU time of LiveKit and of the server. */
export async function measureMedia(
  participants: Participants,
  { pid, liveKitPid }: CallServer,
  { people, talkers, camera }: Media,
): Promise<Record<string, string | number>> {
  const tracks = await participants.send(talkers, camera);
  const read = async () => ({
    traffic: await participants.readTraffic(),
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
    "a talker sends": Math.round(median(sent.slice(0, talkers))),
    "a listener receives": Math.round(median(received.slice(people > talkers ? talkers : 0))),
    "LiveKit receives": total(sent),
    "LiveKit sends": total(received),
    "received tracks": tracks,
    "LiveKit CPU %": cpuPercent(1).toFixed(1),
    "per track": (cpuPercent(1) / tracks).toFixed(2),
    "server CPU %": cpuPercent(0).toFixed(1),
  };
}
