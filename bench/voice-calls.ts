import { spawnChild } from "./child-process.ts";
import { loadCore } from "./messages-runtime.ts";
import { cpuTimeMs } from "./processes.ts";
import { printTable } from "./table.ts";
import type { ParticipantsOrder } from "./voice-participants.ts";
import type { VoiceSetup } from "./voice-setup.ts";

const sizes = [2, 10, 50] as const;
/** In a call of many, few speak at a time. */
const speakers = 3;
/** Small calls are repeated, so that the clock of the CPU time is fine enough. */
const minJoins = 20;

/** The watcher, and everybody in the largest call. */
export const callPeople = 1 + Math.max(...sizes);

type Order = <T>(message: ParticipantsOrder) => Promise<T>;

/** Measures calls of several sizes with real participants: the CPU time of Ermine and LiveKit. */
export async function benchCalls(setup: VoiceSetup): Promise<void> {
  const { ermine, liveKit, people, channels } = setup;
  const tokens = people.slice(0, callPeople).map(({ token }) => token);
  const options = { url: ermine.url, liveKit: liveKit.url, core: loadCore, tokens, channel: channels[0] };
  const { child, request } = await spawnChild("voice-participants.ts", options);
  await benchStays(setup, request);
  child.kill();
  await child.exited;
}

/** Each participant joins, opens the microphone if they are among the speakers, and leaves. */
async function benchStays({ ermine, liveKit }: VoiceSetup, order: Order): Promise<void> {
  const rows: Record<string, string | number>[] = [];
  for (const streams of [false, true])
    for (const people of sizes) {
      const call = { people, streams, microphones: Math.min(people, speakers) };
      const rounds = Math.ceil(minJoins / people);
      let [events, ermineMs, liveKitMs] = [0, 0, 0];
      for (let round = 0; round < rounds; round++) {
        await order({ order: "open", call });
        const before = [cpuTimeMs(ermine.pid), cpuTimeMs(liveKit.pid)] as const;
        await order({ order: "join" });
        events += (await order<{ events: number }>({ order: "leave" })).events;
        ermineMs += cpuTimeMs(ermine.pid) - before[0];
        liveKitMs += cpuTimeMs(liveKit.pid) - before[1];
      }
      const each = (total: number) => (total / rounds / people).toFixed(1);
      rows.push({
        "people in the call": people,
        "with an event stream": streams ? "all, and one who watches" : "one who watches",
        "events sent per stay": each(events),
        "Ermine CPU ms per stay": each(ermineMs),
        "LiveKit CPU ms per stay": each(liveKitMs),
      });
    }
  printTable(`Stays in a call: join, up to ${speakers} open the microphone, leave; @livekit/rtc-node`, rows);
}
