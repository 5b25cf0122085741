import { spawnChild } from "./child-process.ts";
import type { CallAddress, CameraLayer, ParticipantsOrder, Traffic } from "./voice-participants.ts";

/** LiveKit's client library decodes all that it receives, for which one process is too slow in a large call. */
const processes = 4;
const subscriptionMs = 20_000;

/** People who can be in a call, spread over processes. */
export interface Participants extends AsyncDisposable {
  /** Lets so many join, a few at a time. */
  join(people: number, addressOf: (index: number) => Promise<CallAddress>): Promise<void>;
  /**
   * Lets so many open the microphone, and everybody a camera, if one is given. Waits until everybody receives the others,
   * or until the machine is too busy for it, and returns how many tracks are received.
   */
  send(talkers: number, camera?: CameraLayer): Promise<number>;
  /** What each participant has sent and received; those who talk come first. */
  readTraffic(): Promise<Traffic[]>;
  leave(): Promise<void>;
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
    async send(talkers, camera) {
      // Each process has one of the first participants, then one of the next ones.
      await orderAll((index) => ({ order: "talk", people: Math.ceil((talkers - index) / processes) }));
      if (camera) await orderAll(() => ({ order: "show", people: joined, camera }));
      const tracks = (talkers + (camera ? joined : 0)) * (joined - 1);
      const deadline = performance.now() + subscriptionMs;
      for (;;) {
        const counts = await orderAll<number>(() => ({ order: "count tracks" }));
        const received = counts.reduce((sum, count) => sum + count, 0);
        if (received >= tracks || performance.now() > deadline) return received;
        await Bun.sleep(100);
      }
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
