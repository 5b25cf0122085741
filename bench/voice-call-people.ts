import { spawnChild } from "./child-process.ts";
import type { CallAddress, ParticipantsOrder, Traffic } from "./voice-participants.ts";

/** LiveKit's client library decodes all that it receives, for which one process is too slow in a large call. */
const processes = 4;
const subscriptionMs = 20_000;

/** People who can be in a call. */
export interface CallPeople extends AsyncDisposable {
  /** Lets so many join, a few at a time. */
  join(people: number, addressOf: (index: number) => Promise<CallAddress>): Promise<void>;
  /** What each participant has sent and received; those who talk come first. */
  readTraffic(): Promise<Traffic[]>;
  leave(): Promise<void>;
}

/** People with microphones, spread over processes. */
export interface Participants extends CallPeople {
  /**
   * Lets so many open the microphone. Waits until everybody receives the others, or until the machine is too busy for it,
   * and returns how many tracks are received.
   */
  talk(talkers: number): Promise<number>;
}

/** Waits until so many tracks are received, or until the machine is too busy for it. Returns how many are. */
export async function untilReceived(tracks: number, count: () => Promise<number>): Promise<number> {
  const deadline = performance.now() + subscriptionMs;
  for (;;) {
    const received = await count();
    if (received >= tracks || performance.now() > deadline) return received;
    await Bun.sleep(100);
  }
}

export async function startParticipants(): Promise<Participants> {
  const children = await Promise.all(
    Array.from({ length: processes }, () => spawnChild("voice-participants.ts", {})),
  );
  const orderAll = async <T>(orderOf: (index: number) => ParticipantsOrder): Promise<T[]> =>
    await Promise.all(
      children.map(async ({ request }, index) => (await request<{ reply: T }>(orderOf(index))).reply),
    );
  let joined = 0;
  return {
    async join(people, addressOf) {
      for (joined = 0; joined < people; joined += processes) {
        const count = Math.min(processes, people - joined);
        const next = await Promise.all(
          Array.from({ length: count }, (_, index) => addressOf(joined + index)),
        );
        await orderAll((index) => ({ order: "join", addresses: next.slice(index, index + 1) }));
      }
      joined = people;
    },
    async talk(talkers) {
      // Each process has one of the first participants, then one of the next ones.
      await orderAll((index) => ({ order: "talk", people: Math.ceil((talkers - index) / processes) }));
      return await untilReceived(talkers * (joined - 1), async () => {
        const counts = await orderAll<number>(() => ({ order: "count tracks" }));
        return counts.reduce((sum, count) => sum + count, 0);
      });
    },
    async readTraffic() {
      const read = await orderAll<Traffic[]>(() => ({ order: "read traffic" }));
      return Array.from(
        { length: joined },
        (_, at) => read[at % processes]?.[Math.floor(at / processes)] ?? [],
      ).flat();
    },
    async leave() {
      await orderAll(() => ({ order: "leave" }));
    },
    async [Symbol.asyncDispose]() {
      for (const { child } of children) child.kill();
      await Promise.all(children.map(({ child }) => child.exited));
    },
  };
}
