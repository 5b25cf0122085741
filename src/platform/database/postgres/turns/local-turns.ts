import { KeyedSharedMutex } from "../../../concurrency/shared-mutex.ts";
import type { NeededTurns } from "../../port.ts";
import type { Turns } from "./turns.ts";

/** The turns of the writes of one process. */
export class LocalTurns implements Turns {
  readonly #mutex = new KeyedSharedMutex();
  readonly #maxWaitMs: number | undefined;

  /** `maxWaitMs`: how long to wait for all turns of a write, which then runs without those that are left. */
  constructor(maxWaitMs?: number) {
    this.#maxWaitMs = maxWaitMs;
  }

  async run<T>({ exclusive = [], shared = [] }: NeededTurns, work: () => Promise<T>): Promise<T> {
    const ends: (() => void)[] = [];
    let isOver = false;
    const acquireAll = async () => {
      // All in the same order, so that no two wait for each other.
      for (const [keys, mode] of [
        [inOrder(shared), "shared"] as const,
        [inOrder(exclusive), "exclusive"] as const,
      ])
        for (const key of keys) {
          const end = await this.#mutex.acquire(key, mode);
          if (isOver) return end();
          ends.push(end);
        }
    };
    if (this.#maxWaitMs === undefined) await acquireAll();
    else await Promise.race([acquireAll(), Bun.sleep(this.#maxWaitMs)]);
    try {
      return await work();
    } finally {
      isOver = true;
      for (const end of ends) end();
    }
  }

  async tryTake(key: string): Promise<(() => void) | undefined> {
    return this.#mutex.tryAcquire(key, "exclusive");
  }

  async close(): Promise<void> {}
}

const inOrder = (keys: readonly string[]) => [...new Set(keys)].sort();
